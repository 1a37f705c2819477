import type { FastifyRequest } from 'fastify';

/** Returns the string after `?` as it was sent, or an empty string. */
export function queryStringOf(request: FastifyRequest): string {
  const url = request.raw.url ?? '';
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}
