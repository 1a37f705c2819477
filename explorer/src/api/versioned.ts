import type { Api } from './client.js';
import type { ApiRecord } from './schema.js';

/** A record, and its version. Caches copy records, and the client knows the version of its own only. */
export interface Versioned {
  readonly record: ApiRecord;
  /** Absent if the deployment has no versions. @contract C13.1 */
  readonly version: string | undefined;
}

/** Reads a record with its version. */
export async function readVersioned(
  api: Api,
  resource: string,
  id: string,
  { query = {}, signal }: { readonly query?: object; readonly signal?: AbortSignal } = {},
): Promise<Versioned> {
  const record = await api.$resource(resource).show(id, query, signal ? { signal } : {});
  return { record: record as unknown as ApiRecord, version: api.$version(record) };
}
