import type { FastifyRequest } from 'fastify';

/** The text behind `?` as it was sent; empty where there is none. */
export function queryStringOf(request: FastifyRequest): string {
  const url = request.raw.url ?? '';
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}
