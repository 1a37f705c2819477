import type { FastifyRequest } from 'fastify';
import type { SecurityScheme } from '../../options/authentication-provider.js';
import type { ResolvedOptions } from '../../options/resource-api-options.js';
import { allowedHeaders, chosenHeadersIn } from './request-headers.js';
import { exposedHeaders } from './set-response-headers.js';

const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-max-age': '600',
};

const NO_CORS: CorsResponse = Object.freeze({ headers: {}, isPreflight: false });

interface CorsResponse {
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the request is a preflight from a listed origin, to which these headers respond. */
  readonly isPreflight: boolean;
}

/** Returns the part of CORS in the response to a request. */
export type CorsOf = (httpRequest: Pick<FastifyRequest, 'headers' | 'method'>) => CorsResponse;

/**
 * Lets pages of the listed origins read the responses. For all other origins nothing changes.
 * Credentials are never allowed: a token is sent in its header, not in a cookie, and the session
 * cookie is for pages of the service's own origin.
 *
 * The package `@fastify/cors` cannot be used: its route for `OPTIONS *` would replace the guarded
 * catch-all.
 *
 * @contract C2.8
 */
export function createCors({
  cors,
  authentication: { provider },
}: Pick<ResolvedOptions, 'authentication' | 'cors'>): CorsOf {
  if (cors.length === 0) return () => NO_CORS;
  const allowed = new Set(cors);
  const sent = [allowedHeaders, ...keyHeaders(provider?.securityScheme)];
  const vary = { vary: 'Origin' };
  return ({ headers, method }) => {
    const { origin, 'access-control-request-method': asked } = headers;
    if (origin === undefined || !allowed.has(origin)) return { headers: vary, isPreflight: false };
    const readable = {
      'access-control-allow-origin': origin,
      'access-control-expose-headers': exposedHeaders,
      ...vary,
    };
    if (method !== 'OPTIONS' || asked === undefined)
      return { headers: readable, isPreflight: false };
    const chosen = chosenHeadersIn(headers['access-control-request-headers']);
    const accepted = { 'access-control-allow-headers': [...sent, ...chosen].join(', ') };
    return { headers: { ...readable, ...preflightHeaders, ...accepted }, isPreflight: true };
  };
}

/** The header that the team's authentication provider reads. */
const keyHeaders = (scheme?: SecurityScheme): readonly string[] =>
  scheme?.type === 'apiKey' && scheme.in === 'header' ? [scheme.name] : [];
