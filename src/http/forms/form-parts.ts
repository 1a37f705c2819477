import type { Multipart, MultipartFile } from '@fastify/multipart';
import { RequestError } from '../../base/errors/index.js';
import type { UploadedFile } from '../../rules/values/uploaded-file.js';
import { malformedForm } from './malformed-form.js';

/** Where the files of one form go. */
export interface FileReceiver {
  /**
   * Receives all of the content, of any size.
   * @throws RequestError `unavailable` when there is no disk space
   */
  receive(content: AsyncIterable<Buffer>): Promise<UploadedFile>;
  /** Removes what was received and is still there. */
  discard(): Promise<void>;
}

/** Bytes of a part's name. */
const MAX_NAME_LENGTH = 200;
const BINARY = 'application/octet-stream';

/** Collects the parts of one form as they arrive: strings are kept, files go to their receiver. */
export class FormParts {
  /** The most parts that a form may have. */
  static readonly max = 100;

  readonly fields = new Map<string, string>();
  readonly files = new Map<string, UploadedFile>();
  /** Parts that the parser handed over. */
  received = 0;
  /**
   * Parts that the parser leaves out, because of names that every object has, such as
   * `constructor`.
   * @contract C4.2
   */
  leftOut = 0;
  private readonly seen = new Set<string>();
  private stringBytes = 0;
  private current: MultipartFile['file'] | undefined;
  private reading: Promise<void> = Promise.resolve();
  private isStopped = false;
  private fault: RequestError | undefined;

  /** @param mostStringBytes bytes of all string parts together */
  constructor(
    private readonly receiver: FileReceiver,
    private readonly mostStringBytes: number,
  ) {}

  /**
   * Notes the name of a part that begins. For `__proto__`, {@link read} throws `malformed_request`
   * in the end.
   */
  begin(name: string | undefined): void {
    if (name === '__proto__') this.fault ??= malformedForm('A part is named "__proto__".');
    else if (name !== undefined && name in Object.prototype && ++this.leftOut > FormParts.max)
      this.fault ??= tooManyParts();
  }

  /** @throws RequestError `malformed_request`, `payload_too_large` */
  async read(parts: AsyncIterable<Multipart>): Promise<void> {
    for await (const part of refusing(this.untilViolation(parts))) {
      this.received += 1;
      if (this.isStopped || part.type === 'field') continue;
      this.current = part.file;
      this.reading = this.take(part);
      await this.reading;
    }
    if (this.fault) throw this.fault;
  }

  /** The parser hands over all other parts before it fails because of one that it left out. */
  private async *untilViolation(parts: AsyncIterable<Multipart>): AsyncGenerator<Multipart> {
    try {
      yield* parts;
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'FST_PROTO_VIOLATION') throw error;
    }
  }

  /**
   * Stops the part that is being read, and waits until it has released its file. No other part is
   * started.
   */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.current?.destroy();
    await this.reading.catch(() => undefined);
  }

  private async take({ fieldname, filename, mimetype, file }: MultipartFile): Promise<void> {
    this.verifyName(fieldname);
    // Browsers mark a file by its file name, or by its media type where it has no name.
    if (filename === undefined && mimetype !== BINARY)
      this.fields.set(fieldname, await this.readField(fieldname, file));
    else await this.receive(fieldname, filename, file);
  }

  /**
   * Browsers send a file without a name and content where the user chose none, and code that
   * forwards the form may leave out the name. It is treated as a missing field.
   */
  private async receive(
    name: string,
    filename: string | undefined,
    content: AsyncIterable<Buffer>,
  ): Promise<void> {
    const file = await this.receiver.receive(refusing(content));
    if (file.size > 0 || filename) this.files.set(name, file);
  }

  private async readField(name: string, content: AsyncIterable<Buffer>): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of refusing(content)) {
      this.stringBytes += chunk.length;
      if (this.stringBytes > this.mostStringBytes) throw new RequestError('payload_too_large');
      chunks.push(chunk);
    }
    return decode(Buffer.concat(chunks), name);
  }

  private verifyName(name: string | undefined): void {
    if (!name) throw malformedForm('A part has no name.');
    if (Buffer.byteLength(name) > MAX_NAME_LENGTH)
      throw malformedForm(`The name of a part is longer than ${MAX_NAME_LENGTH} bytes.`);
    if (this.seen.has(name)) throw malformedForm(`It has two parts named ${JSON.stringify(name)}.`);
    if (this.seen.add(name).size + this.leftOut > FormParts.max) throw tooManyParts();
  }
}

const tooManyParts = (): RequestError => malformedForm(`It has more than ${FormParts.max} parts.`);

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Buffer, name: string): string {
  try {
    return utf8.decode(bytes);
  } catch (error) {
    throw malformedForm(`The part ${JSON.stringify(name)} is not UTF-8 text.`, error);
  }
}

/**
 * Reports a failure while the form is read as a malformed form: the form is invalid, or the client
 * has disconnected.
 */
async function* refusing<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items;
  } catch (error) {
    throw malformedForm(reasonOf(error), error);
  }
}

const reasons = new Map<unknown, string>([
  ['FST_PARTS_LIMIT', `It has more than ${FormParts.max} parts.`],
  ['Multipart: Boundary not found', 'Its Content-Type has no boundary.'],
]);

/** Every other failure means that the form ended early. */
function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (
    reasons.get(code) ??
    reasons.get(message) ??
    'It ended early, or its boundary does not separate its parts.'
  );
}
