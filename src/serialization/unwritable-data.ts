import { Stream } from 'node:stream';

/**
 * Data that cannot stand in an answer, and why, in words for whoever wrote the code that gave it.
 */
export class UnwritableData extends Error {
  /** @param path the way into the data: `posts.3.author`; empty for the whole */
  constructor(what: string, path: readonly string[]) {
    super(path.length === 0 ? what : `${what}, at ${path.join('.')}`);
    this.name = 'UnwritableData';
  }
}

/**
 * What kind of thing is this, if it is one that no JSON can hold? It is let go of in the same
 * breath: a stream would keep its file open, and the failure of a forgotten promise would end the
 * process.
 */
export function findUnwritable(value: object): string | undefined {
  if (isPromise(value)) {
    void value.then(nothing, nothing);
    return 'a promise that nobody awaited';
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
  return isRawBinary(value) ? 'binary data that is no Buffer' : undefined;
}

interface DestroyableStream {
  destroy(): void;
}

const nothing = (): void => undefined;

const isPromise = (value: object): value is PromiseLike<unknown> =>
  'then' in value && typeof value.then === 'function';

const isRawBinary = (value: object): boolean =>
  ArrayBuffer.isView(value) || value instanceof ArrayBuffer || value instanceof SharedArrayBuffer;
