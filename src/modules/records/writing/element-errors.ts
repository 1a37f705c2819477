import { RequestError, type ErrorCode, type ErrorTexts } from '../../../base/errors/index.js';

/**
 * Returns the error of one element of a bulk write: `title` becomes `3.title`. An error that names
 * no field is named after the element.
 *
 * @contract C13.5
 */
export const ofElement = (error: RequestError, at: number): RequestError =>
  new RequestError(error.code, {
    message: error.message,
    headers: error.headers,
    errors: elementTexts(error, at),
    cause: error,
  });

/**
 * Returns one error for all elements that failed for the most correctable reason: if values are
 * invalid, all of these; otherwise the first error.
 */
export function joinErrors(
  errors: readonly (RequestError | null | undefined)[],
): RequestError | undefined {
  const failed = errors.flatMap((error, at) => (error ? [{ error, at }] : []));
  const invalid = failed.filter(({ error }) => error.code === 'validation_failed');
  if (invalid.length === 0) return failed[0] && ofElement(failed[0].error, failed[0].at);
  const texts = invalid.map(({ error, at }) => elementTexts(error, at));
  return new RequestError('validation_failed', {
    errors: Object.assign({}, ...texts) as ErrorTexts,
  });
}

/** Returns the error for elements that are refused for the same reason. */
export function refuseElements(code: ErrorCode, at: readonly number[], text: string): RequestError {
  return new RequestError(code, {
    errors: Object.fromEntries(at.map((index) => [String(index), [text]])),
  });
}

const elementTexts = ({ errors, message }: RequestError, at: number): ErrorTexts =>
  errors
    ? Object.fromEntries(Object.entries(errors).map(([name, texts]) => [`${at}.${name}`, texts]))
    : { [at]: [message] };
