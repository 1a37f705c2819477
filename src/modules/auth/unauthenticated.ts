import { RequestError } from '../../errors/index.js';

/** The one refusal of whoever is not signed in, whatever the reason. @contract C2.5 */
export function unauthenticated(cause?: unknown): RequestError {
  return new RequestError('unauthenticated', { headers: { 'WWW-Authenticate': 'Bearer' }, cause });
}
