import { RequestError } from '../../errors/index.js';

/** A form that cannot be taken as it is: 400 under `body`. @contract C9 */
export function malformedForm(reason: string, cause?: unknown): RequestError {
  const message = `The form is malformed. ${reason}`;
  return new RequestError('malformed_request', { message, errors: { body: [message] }, cause });
}
