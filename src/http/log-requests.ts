import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { clientAddressOf } from './client-address.js';
import { traceIdOf } from './observation.js';
import { pathOf } from './public-path.js';

/**
 * Paths of the service are shorter. Longer ones come from scanners, and should not fill the log.
 */
const MAX_PATH_LENGTH = 500;
/** Statuses of responses without a body. */
const BODILESS: ReadonlySet<number> = new Set([204, 304]);

/** Writes the line of one finished request. */
export type RequestLog = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Returns a function that logs one line per request, at level `info`, without the query string,
 * which may contain what people search for. None of the values can be a secret, so the line skips
 * redaction, which would cost ten times as much as the line itself. Unknown values are left out.
 */
export function createRequestLog(logger: Logger): RequestLog {
  const lines = logger.child({}, { redact: [] });
  return (request, reply) =>
    lines.info({
      event: 'request',
      method: request.method,
      path: loggedPathOf(request),
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      bytes: bytesOf(request, reply),
      milliseconds: Math.round(reply.elapsedTime * 1000) / 1000,
      statements: request.observation?.tally?.statements,
      user: request.observation?.user,
      clientAddress: clientAddressOf(request),
      request_id: request.id,
      trace_id: traceIdOf(request),
    });
}

/** Returns the path without its query string, shortened. */
export const loggedPathOf = ({ raw }: FastifyRequest): string =>
  pathOf(raw.url ?? '').slice(0, MAX_PATH_LENGTH);

/**
 * Returns the length of the body as it was sent. A stream has no length: for it, the headers are
 * included.
 */
function bytesOf(request: FastifyRequest, reply: FastifyReply): number | undefined {
  if (request.method === 'HEAD' || BODILESS.has(reply.statusCode)) return 0;
  const length = reply.getHeader('content-length');
  if (length !== undefined) return Number(length);
  const sent = request.raw.socket.bytesWritten - (request.observation?.bytesBefore ?? NaN);
  return Number.isNaN(sent) ? undefined : sent;
}
