import type { FileFormat } from 'resource-api/client';
import { execute, type Call } from '../api/call.js';
import type { Api } from '../api/client.js';
import type { Resource } from '../api/schema.js';

/** The formats of files, by the media types that `_schema` lists. @contract C17.3 */
const formats: ReadonlyMap<string, FileFormat> = new Map([
  ['text/csv', 'csv'],
  ['application/x-ndjson', 'ndjson'],
]);

/** Returns the formats in which the deployment serves lists of a resource. */
export const formatsOf = (resource: Resource): readonly FileFormat[] =>
  resource.formats.flatMap((type) => formats.get(type) ?? []);

/** Returns the request of every record of a list as a file. */
export function exportCall({ resource, args }: Call, format: FileFormat): Call {
  const { page: _page, perPage: _perPage, ...query } = args[0] as Readonly<Record<string, unknown>>;
  return { resource, method: 'export', args: [format, query] };
}

/**
 * Downloads a file.
 *
 * @param call the request, see {@link exportCall}
 * @throws ApiError, also if the connection breaks
 */
export async function download(api: Api, call: Call): Promise<void> {
  const content = await execute<ReadableStream<Uint8Array>>(api, call);
  const file = URL.createObjectURL(await new Response(content).blob());
  const link = document.createElement('a');
  link.href = file;
  link.download = `${call.resource}.${String(call.args[0])}`;
  link.click();
  // The browser has read the address by then.
  setTimeout(() => URL.revokeObjectURL(file), 60_000);
}
