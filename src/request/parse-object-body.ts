import { RequestError } from '../errors/index.js';

/**
 * The members of a body that has to be a JSON object.
 * @throws RequestError `malformed_request` when it is none
 */
export function parseObjectBody(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return body as Record<string, unknown>;
  const message = 'The body must be a JSON object.';
  throw new RequestError('malformed_request', { message, errors: { body: [message] } });
}
