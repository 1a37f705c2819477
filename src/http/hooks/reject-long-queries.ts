import { RequestError } from '../../base/errors/index.js';
import { queryStringOf } from '../requests/query-string-of.js';
import type { RequestCheck } from './verify-requests.js';

/**
 * Refuses a query string of more than `limit` bytes, counted without `?`, before a guard or a
 * parser sees it.
 *
 * @throws RequestError `uri_too_long`
 * @contract C12
 */
export const rejectLongQueries =
  (limit: number): RequestCheck =>
  (httpRequest) => {
    const bytes = Buffer.byteLength(queryStringOf(httpRequest));
    return bytes > limit ? tooLong(bytes, limit) : undefined;
  };

function tooLong(bytes: number, limit: number): RequestError {
  const message = `The query string has ${bytes} bytes; at most ${limit} are allowed.`;
  return new RequestError('uri_too_long', { message });
}
