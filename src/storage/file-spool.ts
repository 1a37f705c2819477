import { mkdir, mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { ReceivedFile } from '../rules/values/received-file.js';
import { HEAD_BYTES, inspectContent } from './inspect-content.js';
import { onDisk, UNAVAILABLE, unless } from './system-errors.js';

/**
 * Keeps the files of one form until they are stored, in a private folder that is created with the
 * first file.
 */
export class FileSpool {
  private folder: string | undefined;
  private count = 0;

  /**
   * @param incoming the parent of the private folder
   * @param mostBytes the most bytes of a file that are kept, and one more; of larger files only the
   * size is needed
   */
  constructor(
    private readonly incoming: string,
    private readonly mostBytes: number,
  ) {}

  /** Receives a whole file. @throws RequestError `unavailable` while the disk cannot keep it */
  async receive(content: AsyncIterable<Buffer>): Promise<ReceivedFile> {
    this.folder ??= await onDisk(() => this.makeFolder());
    const path = join(this.folder, String(this.count++));
    const file = await onDisk(() => open(path, 'wx+', 0o600));
    try {
      const size = await this.write(file, content);
      const { type, dimensions } = await inspectContent(await onDisk(() => readHead(file)));
      return new ReceivedFile(path, size, type, dimensions);
    } finally {
      // A network filesystem may find only now that the disk is full.
      await onDisk(() => file.close());
    }
  }

  /**
   * Leaves files that cannot be removed to the sweep: the outcome of the request is already
   * decided.
   */
  async discard(): Promise<void> {
    if (this.folder !== undefined)
      await unless(UNAVAILABLE, rm(this.folder, { recursive: true, force: true }));
    this.folder = undefined;
  }

  private async makeFolder(): Promise<string> {
    await mkdir(this.incoming, { recursive: true, mode: 0o700 });
    return mkdtemp(join(this.incoming, 'form-'));
  }

  private async write(file: FileHandle, content: AsyncIterable<Buffer>): Promise<number> {
    let size = 0;
    for await (const chunk of content) {
      const kept = chunk.subarray(0, Math.max(0, this.mostBytes + 1 - size));
      if (kept.length > 0) await onDisk(() => file.appendFile(kept));
      size += chunk.length;
    }
    return size;
  }
}

async function readHead(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, HEAD_BYTES)), {
    position: 0,
  });
  return buffer.subarray(0, bytesRead);
}
