import { RequestError } from '../../base/errors/index.js';
import { queryStringOf } from '../requests/query-string-of.js';
import type { HookTarget } from './hooks-on.js';

/**
 * Refuses a query string of more than `limit` bytes, counted without `?`, before a guard or a
 * parser sees it.
 *
 * @throws RequestError `uri_too_long`
 * @contract C12
 */
export function rejectLongQueries(routes: HookTarget, limit: number): void {
  routes.addHook('onRequest', (httpRequest, _reply, done) => {
    const bytes = Buffer.byteLength(queryStringOf(httpRequest));
    done(bytes > limit ? tooLong(bytes, limit) : undefined);
  });
}

function tooLong(bytes: number, limit: number): RequestError {
  const message = `The query string has ${bytes} bytes; at most ${limit} are allowed.`;
  return new RequestError('uri_too_long', { message });
}
