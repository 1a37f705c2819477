import { RequestError } from '../../base/errors/index.js';

/** Returns the error for a form that cannot be read: 400 under `body`. @contract C9 */
export function malformedForm(reason: string, cause?: unknown): RequestError {
  const message = `The form is malformed. ${reason}`;
  return new RequestError('malformed_request', { message, errors: { body: [message] }, cause });
}
