import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { HookTarget } from './hooks-on.js';
import { responseHeaders } from './response-headers.js';

const rows = Object.entries(responseHeaders);
const constant = rows.flatMap(([name, { value }]) =>
  typeof value === 'string' ? [[name.toLowerCase(), value] as const] : [],
);
const computed = rows.flatMap(([name, { value }]) =>
  typeof value === 'function' ? [[name.toLowerCase(), value] as const] : [],
);
const constantHeaders: Readonly<Record<string, string>> = Object.fromEntries(constant);

/** Returns the headers of every response. Files and pages that may be cached set their own. */
export function headersFor(httpRequest: Pick<FastifyRequest, 'id'>): Record<string, string> {
  const headers = { ...constantHeaders };
  for (const [name, value] of computed) headers[name] = value(httpRequest);
  return headers;
}

/** The names of the headers that pages of other origins may read, as CORS lists them. */
export const exposedHeaders = rows
  .filter(([, { isExposed }]) => isExposed)
  .map(([name]) => name)
  .join(', ');

/** The content type of JSON responses. @contract C1.4 */
export const JSON_CONTENT_TYPE = 'application/json; charset=utf-8';

/**
 * Sets the headers of {@link headersFor} on every response, including refusals and preflights. The
 * request's id is random: ids that clients send could forge log lines.
 */
export function setResponseHeaders(routes: HookTarget): void {
  routes.addHook('onRequest', (httpRequest, reply, done) => {
    httpRequest.id = randomUUID();
    reply.headers(headersFor(httpRequest));
    done();
  });
}
