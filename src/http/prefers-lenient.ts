import type { FastifyRequest } from 'fastify';

/** Whether the request contains `Prefer: handling=lenient` (RFC 7240). */
export function prefersLenient({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const given = [headers.prefer ?? []].flat().join(',');
  return given.split(/[,;]/).some((preference) => isLenient(preference.trim()));
}

const isLenient = (preference: string): boolean => /^handling ?= ?"?lenient"?$/i.test(preference);
