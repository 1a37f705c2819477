import { RequestError } from '../../base/errors/index.js';
import type { ByteRange, StoredFile } from '../../storage/storage.js';

/** The headers of a request that decide about its range. */
interface RangeHeaders {
  readonly range?: string;
  readonly 'if-range'?: string | string[];
}

/**
 * Returns the bytes that a client asks for; `undefined` for the whole file, also if the header is
 * malformed, lists several ranges, or is about another version.
 *
 * @throws RequestError `range_not_satisfiable` if all of them are after the end of the file
 * @contract C10.4
 */
export function requestedRange(
  headers: RangeHeaders,
  { size, etag }: Pick<StoredFile, 'size' | 'etag'>,
): ByteRange | undefined {
  const condition = headers['if-range'];
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(headers.range ?? '') ?? [];
  if (from + to === '' || (condition !== undefined && condition !== etag)) return undefined;
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (first <= last) return { first, last };
  throw new RequestError('range_not_satisfiable', {
    headers: { 'Content-Range': `bytes */${size}` },
  });
}
