import { Stream } from 'node:stream';

/** Reports data that a response cannot contain, to the author of the code that returned it. */
export class UnwritableData extends Error {
  /** @param path the path in the data: `posts.3.author`; empty for the whole */
  constructor(problem: string, path: readonly string[]) {
    super(path.length === 0 ? problem : `${problem}, at ${path.join('.')}`);
    this.name = 'UnwritableData';
  }
}

/**
 * Returns the kind of a value that JSON cannot contain. Also releases the value: a stream would
 * keep its file open, and the rejection of a promise would end the process.
 */
export function findUnwritable(value: object): string | undefined {
  if (isPromise(value)) {
    void value.then(nothing, nothing);
    return 'a promise that was not awaited';
  }
  if (value instanceof Stream) {
    value.on('error', nothing);
    (value as Partial<DestroyableStream>).destroy?.();
    return 'a stream';
  }
  if (value instanceof ReadableStream) {
    void value.cancel().then(nothing, nothing);
    return 'a stream';
  }
  if (Symbol.asyncIterator in value) return 'a stream';
  if (value instanceof Error) return 'an error';
  return isRawBinary(value) ? 'binary data that is not a Buffer' : undefined;
}

interface DestroyableStream {
  destroy(): void;
}

const nothing = (): void => undefined;

const isPromise = (value: object): value is PromiseLike<unknown> =>
  'then' in value && typeof value.then === 'function';

const isRawBinary = (value: object): boolean =>
  ArrayBuffer.isView(value) || value instanceof ArrayBuffer || value instanceof SharedArrayBuffer;
