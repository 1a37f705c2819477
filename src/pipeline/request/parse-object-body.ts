import { RequestError } from '../../base/errors/index.js';

/**
 * Returns the members of a body that must be a JSON object.
 *
 * @throws RequestError `malformed_request` if it is not an object
 */
export function parseObjectBody(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return body as Record<string, unknown>;
  const message = 'The body must be a JSON object.';
  throw new RequestError('malformed_request', { message, errors: { body: [message] } });
}
