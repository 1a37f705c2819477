import type { FastifyReply } from 'fastify';
import type { WrittenResponse } from '../../http/errors/kept-responses.js';
import { JSON_CONTENT_TYPE } from '../../http/hooks/set-response-headers.js';

/** The headers that belong to the result, not to the connection or the request. */
const ofResult = [
  ...['location', 'etag', 'content-type', 'preference-applied'],
  ...['deprecation', 'sunset', 'link'],
];

/** Returns the response that a handler has prepared, with the body that it returned. */
export function preparedResponse(reply: FastifyReply, returned: unknown): WrittenResponse {
  const prepared = ofResult.flatMap((name) => {
    const value = reply.getHeader(name);
    return value === undefined ? [] : [[name, String(value)] as const];
  });
  const headers = Object.fromEntries(prepared);
  const status = reply.statusCode;
  if (returned === undefined || returned === null) return { status, headers, body: null };
  if (typeof returned === 'string') return { status, headers, body: returned };
  const body = JSON.stringify(returned);
  return { status, headers: { ...headers, 'content-type': JSON_CONTENT_TYPE }, body };
}

/** Prepares a response, and returns its body. */
export function applyResponse(
  reply: FastifyReply,
  { status, headers, body }: WrittenResponse,
): string | undefined {
  for (const name of ofResult) if (!(name in headers)) reply.removeHeader(name);
  reply.code(status).headers(headers);
  return body ?? undefined;
}
