import { recordRequest, type Call } from './call.js';

/** The types of the files. */
export const mediaTypes = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;
export type ExportFormat = keyof typeof mediaTypes;

interface Export {
  /** The list. */
  readonly call: Call;
  /** The headers that sign the person in. */
  readonly headers: Readonly<Record<string, string>>;
  readonly format: ExportFormat;
}

/** Returns the request of every record of a list. */
export function exportCall(call: Call): Call {
  const { page: _, ...query } = call.args[0] as Readonly<Record<string, unknown>>;
  return { ...call, args: [{ ...query, perPage: 'all' }] };
}

/**
 * Downloads every record of a list as a file.
 *
 * @throws Error with the message of the service
 * @contract C17.3
 */
export async function download({ call, headers, format }: Export): Promise<void> {
  const { url } = await recordRequest(exportCall(call));
  const response = await fetch(url, { headers: { ...headers, accept: mediaTypes[format] } });
  if (!response.ok) {
    const { message } = (await response.json()) as { readonly message?: string };
    throw new Error(message ?? response.statusText);
  }
  const file = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = file;
  link.download = `${call.resource}.${format}`;
  link.click();
  // The browser has read the address by then.
  setTimeout(() => URL.revokeObjectURL(file), 60_000);
}
