import type { IncomingHttpHeaders } from 'node:http';
import { RequestError } from '../../base/errors/index.js';
import type { AuthenticationOptions } from '../../options/resource-api-options.js';
import { hasBearerToken } from './bearer-token.js';

interface Rejection {
  /** The request's headers; omitted if no token was expected. */
  readonly headers?: IncomingHttpHeaders;
  /** How to authenticate, see {@link challengeOf}. */
  readonly challenge?: string;
  readonly cause?: unknown;
}

/**
 * Returns the error for a request without a user. A `Bearer` challenge contains
 * `error="invalid_token"` if the request carried a token: clients then get a new one instead of
 * sending the same token again (RFC 6750, 3.1).
 *
 * @contract C2.5
 */
export function unauthenticated({
  headers = {},
  challenge = 'Bearer',
  cause,
}: Rejection = {}): RequestError {
  const isInvalid = BEARER.test(challenge) && hasBearerToken(headers);
  const separator = challenge.includes(' ') ? ', ' : ' ';
  const header = isInvalid ? `${challenge}${separator}error="invalid_token"` : challenge;
  return new RequestError('unauthenticated', { headers: { 'WWW-Authenticate': header }, cause });
}

const BEARER = /^bearer(?: |$)/i;

/** Returns the challenge of a 401. @contract C2.5 */
export function challengeOf({ provider }: Pick<AuthenticationOptions, 'provider'>): string {
  if (!provider) return 'Bearer';
  const { challenge, securityScheme: scheme } = provider;
  if (challenge !== undefined) return challenge;
  if (scheme.type === 'http') return scheme.scheme.replace(/^./, (first) => first.toUpperCase());
  return scheme.type === 'apiKey' ? 'ApiKey' : 'Bearer';
}
