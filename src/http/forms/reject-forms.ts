import type { FastifyRequest } from 'fastify';
import { RequestError } from '../../base/errors/index.js';
import type { HookTarget } from '../hooks/hooks-on.js';
import type { Limits } from '../../options/limits.js';
import { unsupportedMediaType } from '../requests/unsupported-media-type.js';
import { malformedForm } from './malformed-form.js';

/**
 * A boundary has at most 70 characters. Searching a body costs its length times that of the
 * boundary.
 */
const MAX_CONTENT_TYPE_LENGTH = 200;

/**
 * Rejects forms on routes that do not accept them, and forms whose headers are invalid, before any
 * guard.
 *
 * @throws RequestError `unsupported_media_type`, `payload_too_large`, `malformed_request`
 * @contract C4.3
 */
export function rejectForms(routes: HookTarget, limits: Pick<Limits, 'multipartBytes'>): void {
  routes.addHook('preValidation', (httpRequest, _reply, done) =>
    done(findRefusal(httpRequest, limits.multipartBytes)),
  );
}

function findRefusal(httpRequest: FastifyRequest, limit: number): RequestError | undefined {
  const type = httpRequest.headers['content-type'] ?? '';
  // Most requests have no body, and Fastify creates the options of their route when they are read.
  if (type === '') return undefined;
  const { form } = httpRequest.routeOptions.config;
  if (!httpRequest.isMultipart())
    return form === 'only' ? unsupportedMediaType(httpRequest) : undefined;
  if (form === undefined) return unsupportedMediaType(httpRequest);
  if (Number(httpRequest.headers['content-length']) > limit)
    return new RequestError('payload_too_large');
  if (type.length > MAX_CONTENT_TYPE_LENGTH)
    return malformedForm('Its boundary is longer than 70 characters.');
  return undefined;
}
