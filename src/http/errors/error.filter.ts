import { Catch, Inject, Optional, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { describeLoggedError } from '../../base/logging/describe-logged-error.js';
import { LOGGER } from '../../base/logging/create-logger.js';
import { removeDeprecations } from '../deprecation-headers.js';
import { JSON_CONTENT_TYPE } from '../hooks/set-response-headers.js';
import { describeError, type ErrorResponse } from './describe-error.js';
import { KeptResponses, type WrittenResponse } from './kept-responses.js';
import { traceIdOf } from '../requests/observation.js';
import { withoutQuery } from '../requests/public-path.js';

/**
 * Sends the response `{message, code, errors?}` for every error, including errors of Fastify before
 * a route is reached. Faults of the service are logged with their stack and the request's id, which
 * a 500 response contains.
 *
 * @contract C9
 */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @Optional() private readonly kept?: KeptResponses,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const httpRequest = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    removeDeprecations(reply);
    const send = (caught: unknown) => sendError(caught, httpRequest, reply, this.logger);
    const found = this.kept?.find(error, httpRequest);
    if (!found) return send(error);
    found.then((kept) => (kept ? sendKept(kept, reply) : send(error)), send);
  }
}

function sendKept({ status, headers, body }: WrittenResponse, reply: FastifyReply): void {
  reply
    .code(status)
    .headers(headers)
    .send(body ?? undefined);
}

/** Sends the response for an error. */
export function sendError(
  error: unknown,
  httpRequest: FastifyRequest,
  reply: FastifyReply,
  logger: Logger,
): void {
  const { status, headers, body } = respondToError(error, httpRequest, logger);
  if (reply.sent || reply.raw.headersSent) reply.raw.destroy();
  else reply.code(status).headers(headers).type(JSON_CONTENT_TYPE).send(body);
}

/** Returns the response for an error, and logs faults of the service. */
export function respondToError(
  error: unknown,
  httpRequest: FastifyRequest,
  logger: Logger,
): ErrorResponse {
  const described = describeError(error);
  const response = httpRequest.routeOptions?.config.describeError?.(described) ?? described;
  const { status, body } = response;
  if (status >= 500) logFault(error, response, httpRequest, logger);
  return status === 500 ? { ...response, body: { ...body, request_id: httpRequest.id } } : response;
}

function logFault(
  error: unknown,
  { status, body }: ErrorResponse,
  httpRequest: FastifyRequest,
  logger: Logger,
): void {
  const place = {
    method: httpRequest.method,
    path: withoutQuery(httpRequest.raw.url ?? ''),
    request_id: httpRequest.id,
    trace_id: traceIdOf(httpRequest),
  };
  httpRequest.observation?.span?.fail(error, body.code);
  const line = { event: 'fault', code: body.code, ...place, error: describeLoggedError(error) };
  if (status === 500) logger.error(line);
  else logger.warn(line);
}
