import { pipeline, Transform, type Readable } from 'node:stream';
import { ObjectStoreError, TIMED_OUT } from './object-store-error.js';

/**
 * Returns the start and then the rest of a content, with the backpressure of its reader. Fails if
 * the store sends nothing for some time while the reader waits for it; a slow reader may take any
 * time. If either end is closed, so is the other.
 *
 * @param start what was read before
 * @param milliseconds the most time between two chunks
 */
export function endIfStalled(start: Uint8Array, rest: Readable, milliseconds: number): Readable {
  const watched = new Watched(milliseconds);
  if (start.length > 0) watched.write(start);
  // Errors reach the reader, since they destroy the stream that it reads.
  return pipeline(rest, watched, () => {});
}

class Watched extends Transform {
  private readonly timer: NodeJS.Timeout;

  constructor(milliseconds: number) {
    super();
    this.timer = setTimeout(() => this.check(milliseconds), milliseconds);
  }

  override _transform(chunk: unknown, _encoding: string, done: (e: null, c: unknown) => void) {
    this.timer.refresh();
    done(null, chunk);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.timer);
    done(error);
  }

  private check(milliseconds: number): void {
    if (this.readableLength > 0 || this.writableLength > 0) return void this.timer.refresh();
    const reason = `nothing received for ${milliseconds} ms`;
    this.destroy(new ObjectStoreError('GetObject', TIMED_OUT, undefined, reason));
  }
}
