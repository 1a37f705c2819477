import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { clientAddressOf } from '../requests/client-address.js';
import { withoutQuery } from '../requests/public-path.js';
import type { HookTarget } from './hooks-on.js';

/**
 * Paths of the service are shorter. Longer ones come from scanners, and should not fill the log.
 */
const MAX_PATH_LENGTH = 500;

/** Writes the line of one finished request. */
export type RequestLog = (httpRequest: FastifyRequest, reply: FastifyReply) => void;

/**
 * Returns a function that logs one line per request, at level `info`, without the query string,
 * which may contain what people search for. None of the values can be a secret, so the line skips
 * redaction, which would cost ten times as much as the line itself.
 */
export function createRequestLog(logger: Logger): RequestLog {
  const lines = logger.child({}, { redact: [] });
  return (httpRequest, reply) =>
    lines.info({
      event: 'request',
      method: httpRequest.method,
      path: withoutQuery(httpRequest.raw.url ?? '').slice(0, MAX_PATH_LENGTH),
      route: httpRequest.routeOptions.url ?? null,
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime * 1000) / 1000,
      clientAddress: clientAddressOf(httpRequest),
      request_id: httpRequest.id,
    });
}

/** Logs every finished request; above level `info` no hook is added. */
export function logRequests(routes: HookTarget, logger: Logger): void {
  if (!logger.isLevelEnabled('info')) return;
  const log = createRequestLog(logger);
  routes.addHook('onResponse', (httpRequest, reply, done) => {
    log(httpRequest, reply);
    done();
  });
}
