import type { FastifyRequest } from 'fastify';

/** Returns the string after `?` as it was sent, or an empty string. */
export function queryStringOf(httpRequest: FastifyRequest): string {
  const url = httpRequest.raw.url ?? '';
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}
