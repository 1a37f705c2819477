import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { responseHeaders } from './response-headers.js';

const rows = Object.entries(responseHeaders);
const always = rows.flatMap(([name, { value }]) =>
  value === undefined ? [] : [[name.toLowerCase(), value] as const],
);

/** The names of the headers that pages of other origins may read, as CORS lists them. */
export const exposedHeaders = rows
  .filter(([, { isExposed }]) => isExposed)
  .map(([name]) => name)
  .join(', ');

/** The content type of JSON responses. @contract C1.4 */
export const JSON_CONTENT_TYPE = 'application/json; charset=utf-8';

/**
 * Sets the headers of every response, including refusals and preflights. Files and pages that may
 * be cached set their own. The request's id is random: ids that clients send could forge log lines.
 */
export function setResponseHeaders(httpRequest: FastifyRequest, reply: FastifyReply): void {
  httpRequest.id = randomUUID();
  for (const [name, value] of always)
    reply.header(name, typeof value === 'string' ? value : value(httpRequest));
}
