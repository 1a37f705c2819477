import { RequestError } from '../../base/errors/index.js';
import { withoutQuery } from '../requests/public-path.js';
import type { RequestCheck } from './verify-requests.js';

/**
 * Rejects a path that contains NUL: no key and no name contains it, and PostgreSQL does not accept
 * it. The router has already rejected paths that cannot be decoded.
 *
 * @throws RequestError `malformed_request`
 * @contract C1.7
 */
export const rejectNulInPath: RequestCheck = ({ raw }) => {
  const position = withoutQuery(raw.url ?? '').indexOf('%00');
  return position < 0 ? undefined : containsNul(position);
};

function containsNul(position: number): RequestError {
  const message = `The path contains NUL at character ${position + 1}.`;
  return new RequestError('malformed_request', { message, errors: { path: [message] } });
}
