import { writeQuery, type WrittenQuery } from './query-string.js';
import { networkFailure, type RequestOptions, type Transport } from './transport.js';

/** The formats of a list as a file. @contract C17.3 */
export type FileFormat = 'csv' | 'ndjson';

/** A list that can be read as a file. */
export interface ListToExport {
  readonly path: string;
  /** The resource of its records. */
  readonly resource: string;
  readonly query: object;
  readonly options?: RequestOptions | undefined;
}

const mediaTypes: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
};

/** Requests all records of a list in one response, whose body arrives as it is read. */
export const requestExport = (
  transport: Transport,
  format: FileFormat,
  { path, resource, query, options }: ListToExport,
): Promise<ReadableStream<Uint8Array>> =>
  transport.send({
    method: 'GET',
    path,
    query: writeQuery(resource, { ...(query as WrittenQuery), perPage: 'all' }),
    accept: mediaTypes[format],
    options,
  });

/**
 * Yields all records of a list, which one request reads. The connection ends with the iteration.
 *
 * @throws ApiError, also if the connection breaks in the middle; the reason of the signal, before any
 * further record, if the request is aborted
 */
export async function* readExport<Item>(
  transport: Transport,
  list: ListToExport,
): AsyncGenerator<Item, void> {
  const body = await requestExport(transport, 'ndjson', list);
  let rest = '';
  for await (const text of textOf(body, list)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      list.options?.signal?.throwIfAborted();
      yield JSON.parse(line) as Item;
    }
  }
}

/** Browsers that cannot iterate streams are supported. */
async function* textOf(
  body: ReadableStream<Uint8Array>,
  { path, options }: ListToExport,
): AsyncGenerator<string, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let isOpen = true;
  try {
    while (isOpen) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        isOpen = false;
        options?.signal?.throwIfAborted();
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
