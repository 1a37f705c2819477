import type { IncomingHttpHeaders } from 'node:http';
import { RequestError } from '../../errors/index.js';
import { hasBearerToken } from './bearer-token.js';

/**
 * Describes a request without a user. The challenge contains `error="invalid_token"` if the request
 * carried a token: clients then get a new one instead of sending the same token again (RFC 6750,
 * 3.1).
 *
 * @param headers those of the request; left out where no token was expected
 * @contract C2.5
 */
export function unauthenticated(headers: IncomingHttpHeaders = {}, cause?: unknown): RequestError {
  const challenge = hasBearerToken(headers) ? 'Bearer error="invalid_token"' : 'Bearer';
  return new RequestError('unauthenticated', { headers: { 'WWW-Authenticate': challenge }, cause });
}
