import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** Returns the languages of `Accept-Language`, the best first, without `*`. */
export const acceptedLanguages = ({ headers }: FastifyRequest): readonly string[] =>
  headers['accept-language'] === undefined
    ? []
    : new Negotiator({ headers }).languages().filter((language) => language !== '*');
