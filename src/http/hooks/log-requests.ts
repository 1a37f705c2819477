import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { ResolvedOptions } from '../../options/resource-api-options.js';
import { clientAddressOf } from '../requests/client-address.js';
import { continueRequest, observe, StatementCount, traceIdOf } from '../requests/observation.js';
import { withoutQuery } from '../requests/public-path.js';
import type { HookTarget } from './hooks-on.js';

/**
 * Paths of the service are shorter. Longer ones come from scanners, and should not fill the log.
 */
const MAX_PATH_LENGTH = 500;
/** Statuses of responses without a body. */
const BODILESS: ReadonlySet<number> = new Set([204, 304]);

/** Writes the line of one finished request. */
export type RequestLog = (httpRequest: FastifyRequest, reply: FastifyReply) => void;

/**
 * Returns a function that logs one line per request, at level `info`, without the query string,
 * which may contain what people search for. None of the values can be a secret, so the line skips
 * redaction, which would cost ten times as much as the line itself. Unknown values are left out.
 */
export function createRequestLog(logger: Logger): RequestLog {
  const lines = logger.child({}, { redact: [] });
  return (httpRequest, reply) =>
    lines.info({
      event: 'request',
      method: httpRequest.method,
      path: loggedPathOf(httpRequest),
      route: httpRequest.routeOptions.url ?? null,
      status: reply.statusCode,
      bytes: bytesOf(httpRequest, reply),
      milliseconds: Math.round(reply.elapsedTime * 1000) / 1000,
      statements: httpRequest.observation?.count?.statements,
      user: httpRequest.observation?.user,
      clientAddress: clientAddressOf(httpRequest),
      request_id: httpRequest.id,
      trace_id: traceIdOf(httpRequest),
    });
}

/** Returns the path without its query string, shortened. */
export const loggedPathOf = ({ raw }: FastifyRequest): string =>
  withoutQuery(raw.url ?? '').slice(0, MAX_PATH_LENGTH);

/**
 * Returns the length of the body as it was sent. A stream has no length: for it, the headers are
 * included.
 */
function bytesOf(httpRequest: FastifyRequest, reply: FastifyReply): number | undefined {
  if (httpRequest.method === 'HEAD' || BODILESS.has(reply.statusCode)) return 0;
  const length = reply.getHeader('content-length');
  if (length !== undefined) return Number(length);
  const before = httpRequest.observation?.bytesBefore;
  return before === undefined ? undefined : httpRequest.raw.socket.bytesWritten - before;
}

/**
 * Logs every finished request; above level `info` no hook is added. Call it before all other hooks
 * are added, to observe what they do.
 */
export function logRequests(
  routes: HookTarget,
  logger: Logger,
  { logStatements }: Pick<ResolvedOptions, 'logStatements'>,
): void {
  if (!logger.isLevelEnabled('info')) return;
  if (logStatements) countStatements(routes);
  else
    routes.addHook('onRequest', (httpRequest, _reply, done) => {
      observe(httpRequest);
      done();
    });
  const log = createRequestLog(logger);
  routes.addHook('onResponse', (httpRequest, reply, done) => {
    log(httpRequest, reply);
    done();
  });
}

function countStatements(routes: HookTarget): void {
  routes.addHook('onRequest', (httpRequest, reply, done) => {
    const observation = observe(httpRequest);
    observation.count = new StatementCount();
    continueRequest(observation, reply, done);
  });
  routes.addHook('preValidation', (httpRequest, reply, done) =>
    continueRequest(observe(httpRequest), reply, done),
  );
}
