import type { FastifyReply } from 'fastify';

/** The response to a write, as it is sent. */
export interface WrittenResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; `null` if there is no body. */
  readonly body: string | null;
}

/** The headers that belong to the result, not to the connection or the request. */
const ofResult = ['location', 'etag', 'content-type'];

/** Returns the response that a handler has prepared, with the body that it returned. */
export function preparedResponse(reply: FastifyReply, returned: unknown): WrittenResponse {
  const headers = ofResult.flatMap((name) => {
    const value = reply.getHeader(name);
    return value === undefined ? [] : [[name, String(value)] as const];
  });
  return {
    status: reply.statusCode,
    headers: Object.fromEntries(headers),
    body: returned === undefined || returned === null ? null : textOf(returned),
  };
}

/** Prepares a response, and returns its body. */
export function applyResponse(
  reply: FastifyReply,
  { status, headers, body }: WrittenResponse,
): string | undefined {
  for (const name of ofResult) reply.removeHeader(name);
  reply.code(status).headers(headers);
  return body ?? undefined;
}

const textOf = (returned: unknown): string =>
  typeof returned === 'string' ? returned : JSON.stringify(returned);
