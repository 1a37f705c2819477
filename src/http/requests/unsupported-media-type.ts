import type { FastifyRequest } from 'fastify';
import { RequestError } from '../../base/errors/index.js';
import { MERGE_PATCH } from '../json/is-json.js';

/**
 * Returns the 415 for a body whose media type the route does not accept. It contains the types that
 * the route accepts, also in the header `Accept` (RFC 9110, 15.5.16).
 *
 * @contract C4.3
 */
export function unsupportedMediaType({
  method,
  routeOptions: {
    config: { form },
  },
}: Pick<FastifyRequest, 'method' | 'routeOptions'>): RequestError {
  const types = [
    ...(form === 'only' ? [] : ['application/json']),
    ...(form !== 'only' && method === 'PATCH' ? [MERGE_PATCH] : []),
    ...(form === undefined ? [] : ['multipart/form-data']),
  ];
  return new RequestError('unsupported_media_type', {
    message: `The body must have the media type ${types.join(' or ')}.`,
    headers: { Accept: types.join(', ') },
  });
}
