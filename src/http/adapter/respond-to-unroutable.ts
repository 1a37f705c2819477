import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { RequestError } from '../../base/errors/index.js';
import type { CorsOf } from '../hooks/respond-to-preflight.js';
import { createRequestLog } from '../hooks/log-requests.js';
import { setResponseHeaders } from '../hooks/set-response-headers.js';
import { describeError } from '../errors/describe-error.js';
import { withoutQuery } from '../requests/public-path.js';

/**
 * Responds to a URL that the router cannot decode. Neither hooks nor Nest see such a request.
 *
 * @contract C4.3
 */
export function respondToUnroutable(logger: Logger, corsOf: CorsOf) {
  const log = createRequestLog(logger);
  return (
    error: Error & { code?: string },
    httpRequest: FastifyRequest,
    reply: FastifyReply,
  ): void => {
    setResponseHeaders(httpRequest, reply);
    const refusal =
      error.code === 'FST_ERR_BAD_URL' ? undecodable(httpRequest.raw.url ?? '') : error;
    const { status, headers, body } = describeError(refusal);
    const cors = corsOf(httpRequest);
    reply.headers(cors.headers);
    if (cors.isPreflight) reply.code(204).send();
    else reply.code(status).headers(headers).send(body);
    log(httpRequest, reply);
  };
}

function undecodable(url: string): RequestError {
  const { part, position } = findUndecodable(withoutQuery(url));
  const message = `The path cannot be decoded: "${part}" at character ${position + 1} is not percent-encoded UTF-8.`;
  return new RequestError('malformed_request', { message, errors: { path: [message] } });
}

/** Returns the first run of escapes, or lone `%`, that cannot be decoded. */
function findUndecodable(path: string): { part: string; position: number } {
  for (const { 0: part, index: position } of path.matchAll(/(?:%[\da-fA-F]{2})+|%.{0,2}/g))
    if (!isDecodable(part)) return { part: part.slice(0, 12), position };
  return { part: path.slice(0, 12), position: 0 };
}

function isDecodable(part: string): boolean {
  try {
    return decodeURIComponent(part) !== '';
  } catch {
    return false;
  }
}
