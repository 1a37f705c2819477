import type { FastifyReply } from 'fastify';
import type { SecurityScheme } from '../options/authentication-provider.js';
import type { ResolvedOptions } from '../options/resource-api-options.js';
import { allowedHeaders } from './request-headers.js';
import { exposedHeaders } from './set-response-headers.js';
import type { HookTarget } from './hosted/hooks-on.js';

const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-max-age': '600',
};
/** Headers that repeat arguments of tools; each tool names its own. */
const toolHeader = /^mcp-param-[!#$%&'*+.^_`|~\w-]+$/i;

/**
 * Lets pages of the listed origins read the responses, and responds to their preflights before any
 * guard, since browsers send those without a token. For all other origins nothing changes.
 * Credentials are never allowed: a token is sent in its header, not in a cookie.
 *
 * The package `@fastify/cors` cannot be used: its route for `OPTIONS *` would replace the guarded
 * catch-all.
 *
 * @contract C2.8
 */
export function respondToPreflight(
  routes: HookTarget,
  { cors, authentication: { provider } }: Pick<ResolvedOptions, 'authentication' | 'cors'>,
): void {
  if (cors.length === 0) return;
  const allowed = new Set(cors);
  const sent = [allowedHeaders, ...keyHeaders(provider?.securityScheme)];
  routes.addHook('onRequest', (request, reply, done) => {
    const { origin, 'access-control-request-method': method } = request.headers;
    reply.header('vary', 'Origin');
    if (origin === undefined || !allowed.has(origin)) return done();
    allowOrigin(reply, origin);
    if (request.method !== 'OPTIONS' || method === undefined) return done();
    const requested = request.headers['access-control-request-headers'];
    const headers = [...sent, ...toolHeadersIn(requested)].join(', ');
    reply
      .code(204)
      .headers({ ...preflightHeaders, 'access-control-allow-headers': headers })
      .send();
  });
}

/** The header that the team's authentication provider reads. */
const keyHeaders = (scheme?: SecurityScheme): readonly string[] =>
  scheme?.type === 'apiKey' && scheme.in === 'header' ? [scheme.name] : [];

const toolHeadersIn = (requested = ''): readonly string[] =>
  requested
    .split(',')
    .map((name) => name.trim())
    .filter((name) => toolHeader.test(name));

function allowOrigin(reply: FastifyReply, origin: string): void {
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': exposedHeaders,
  });
}
