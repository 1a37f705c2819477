import { networkFailure } from './api-error.js';

/** The media type of a response with a JSON value per line. @contract C6.10, C17.3 */
export const NDJSON = 'application/x-ndjson';

/** A body that arrives as it is written. */
export interface LineBody {
  readonly body: ReadableStream<Uint8Array>;
  /** The path of the request. */
  readonly path: string;
  readonly signal: AbortSignal | null | undefined;
}

/**
 * Yields the lines of a body. The connection ends with the iteration.
 *
 * @throws ApiError if the connection breaks in the middle; the reason of the signal, before any
 * further line, if the request is aborted
 */
export async function* linesOf(response: LineBody): AsyncGenerator<string, void> {
  let rest = '';
  for await (const text of textOf(response)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      response.signal?.throwIfAborted();
      yield line;
    }
  }
}

/** Browsers that cannot iterate streams are supported. */
async function* textOf({ body, path, signal }: LineBody): AsyncGenerator<string, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let isOpen = true;
  try {
    while (isOpen) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        isOpen = false;
        signal?.throwIfAborted();
        throw networkFailure(path, cause);
      });
      isOpen = !done;
      if (value) yield decoder.decode(value, { stream: true });
    }
  } finally {
    // A stream that has failed meanwhile cannot be cancelled.
    if (isOpen) await reader.cancel().catch(() => undefined);
  }
}
