import { writeQuery, type WrittenQuery } from './query-string.js';
import { linesOf, NDJSON } from './lines.js';
import type { RequestOptions, Transport } from './transport.js';

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
  ndjson: NDJSON,
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
  const { path, options } = list;
  for await (const line of linesOf({ body, path, signal: options?.signal }))
    yield JSON.parse(line) as Item;
}
