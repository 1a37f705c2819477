import type { FastifyRequest } from 'fastify';

/** A header of responses. */
interface ResponseHeader {
  /**
   * Its value on every response, unless the handler sets another one. If omitted, only the code
   * that knows the value sends the header.
   */
  readonly value?: string | ((httpRequest: Pick<FastifyRequest, 'id'>) => string);
  /** Whether pages of the origins in the option `cors` may read it. @contract C2.8 */
  readonly isExposed: boolean;
}

/** The headers of responses, besides those of HTTP itself. @contract C1.4 */
export const responseHeaders: Readonly<Record<string, ResponseHeader>> = {
  Accept: { isExposed: true },
  'Accept-Encoding': { isExposed: true },
  'Accept-Ranges': { isExposed: true },
  Allow: { isExposed: true },
  'Cache-Control': { value: 'no-store', isExposed: false },
  'Content-Disposition': { isExposed: true },
  'Content-Range': { isExposed: true },
  Deprecation: { isExposed: true },
  ETag: { isExposed: true },
  'Idempotency-Replayed': { isExposed: true },
  Link: { isExposed: true },
  Location: { isExposed: true },
  'Mcp-Session-Id': { isExposed: true },
  'Preference-Applied': { isExposed: true },
  RateLimit: { isExposed: true },
  'RateLimit-Policy': { isExposed: true },
  'Retry-After': { isExposed: true },
  'Set-Cookie': { isExposed: false },
  Sunset: { isExposed: true },
  Traceparent: { isExposed: true },
  'WWW-Authenticate': { isExposed: true },
  'X-Content-Type-Options': { value: 'nosniff', isExposed: false },
  'X-Request-Id': { value: ({ id }) => id, isExposed: true },
};
