import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { tracing, withTally, type RequestSpan } from '../telemetry/index.js';
import type { ResolvedOptions } from '../options/resource-api-options.js';
import { clientAddressOf } from './client-address.js';
import type { HookTarget } from './hosted/hooks-on.js';
import { createRequestLog, loggedPathOf } from './log-requests.js';
import type { Observation } from './observation.js';

/**
 * Logs every finished request at level `info`, and gives each a span while OpenTelemetry is in use.
 * Add it before all other hooks, so that these run inside the span.
 */
export function observeRequests(
  routes: HookTarget,
  logger: Logger,
  { logStatements }: Pick<ResolvedOptions, 'logStatements'>,
): void {
  const isLogged = logger.isLevelEnabled('info');
  routes.addHook('onRequest', (request, reply, done) => {
    if (!isLogged && tracing === undefined) return done();
    const span = startSpan(request, reply);
    const tally = span || (isLogged && logStatements) ? { statements: 0 } : undefined;
    const { bytesWritten: bytesBefore } = request.raw.socket;
    request.observation = { span, tally, bytesBefore };
    resume(request.observation, done);
  });
  // The body arrives in the asynchronous context of the connection.
  routes.addHook('preValidation', ({ observation }, _reply, done) => resume(observation, done));
  if (!isLogged) return;
  const log = createRequestLog(logger);
  routes.addHook('onResponse', (request, reply, done) => {
    log(request, reply);
    done();
  });
}

/** Runs code in the context of a request. */
function resume(observation: Observation | undefined, work: () => void): void {
  if (observation?.tally === undefined) return work();
  const { span, tally } = observation;
  withTally(tally, span ? () => span.run(work) : work);
}

function startSpan(request: FastifyRequest, reply: FastifyReply): RequestSpan | undefined {
  if (tracing === undefined) return undefined;
  const { method, headers, routeOptions } = request;
  const span = tracing.request({
    method,
    route: routeOptions.url === '/*' ? undefined : routeOptions.url,
    headers,
    attributes: {
      'url.path': loggedPathOf(request),
      'url.scheme': request.protocol,
      'client.address': clientAddressOf(request),
      'resource_api.request_id': request.id,
    },
  });
  if (span.traceparent !== undefined) reply.header('traceparent', span.traceparent);
  reply.raw.once('close', () => {
    const user = request.observation?.user;
    span.end(user === undefined ? {} : { 'user.id': user }, reply.statusCode);
  });
  return span;
}
