import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestError } from '../../base/errors/index.js';
import type { HookTarget } from './hooks-on.js';
import type { CorsOf } from './respond-to-preflight.js';
import { setResponseHeaders } from './set-response-headers.js';

/** Returns why a request is refused before its guards run, or `undefined`. */
export type RequestCheck = (
  httpRequest: FastifyRequest,
  reply: FastifyReply,
) => RequestError | undefined;

/**
 * Adds the hook that every request passes before its guards: it sets the headers of the response,
 * responds to preflights, and runs the checks in order until one refuses the request. One hook for
 * all of them costs less than one hook for each.
 *
 * @contract C4.3
 */
export function verifyRequests(
  routes: HookTarget,
  corsOf: CorsOf,
  checks: readonly RequestCheck[],
): void {
  routes.addHook('onRequest', (httpRequest, reply, done) => {
    setResponseHeaders(httpRequest, reply);
    const { headers, isPreflight } = corsOf(httpRequest);
    reply.headers(headers);
    // Before any guard, since browsers send preflights without a token.
    if (isPreflight) return void reply.code(204).send();
    done(findRefusal(checks, httpRequest, reply));
  });
}

function findRefusal(
  checks: readonly RequestCheck[],
  ...request: Parameters<RequestCheck>
): RequestError | undefined {
  for (const check of checks) {
    const refusal = check(...request);
    if (refusal) return refusal;
  }
  return undefined;
}
