import { RequestError, type ErrorCode, type ErrorTexts } from '../../../errors/index.js';

/** The name of an element in errors: its index in the body, or its path, such as `comments.0`. */
export type ElementName = number | string;

/**
 * Returns the error of one element of a write: `title` becomes `3.title`. An error that names no
 * field is named after the element.
 *
 * @contract C13.5
 */
export const ofElement = (error: RequestError, element: ElementName): RequestError =>
  new RequestError(error.code, {
    message: error.message,
    headers: error.headers,
    errors: elementTexts(error, element),
    cause: error,
  });

/**
 * Returns one error for all elements that failed for the most correctable reason: if values are
 * invalid, all of these; otherwise the first error.
 *
 * @param nameOf returns the name of an element; defaults to its index
 */
export function joinErrors(
  errors: readonly (RequestError | null | undefined)[],
  nameOf: (at: number) => ElementName = (at) => at,
): RequestError | undefined {
  const failed = errors.flatMap((error, at) => (error ? [{ error, name: nameOf(at) }] : []));
  const invalid = failed.filter(({ error }) => error.code === 'validation_failed');
  if (invalid.length === 0) return failed[0] && ofElement(failed[0].error, failed[0].name);
  return invalidTogether(invalid.map(({ error, name }) => elementTexts(error, name)));
}

/** Returns one error with all the texts. */
export const invalidTogether = (texts: readonly ErrorTexts[]): RequestError =>
  new RequestError('validation_failed', {
    errors: Object.assign({}, ...texts) as ErrorTexts,
  });

/** Returns the error for elements that are refused for the same reason. */
export function refuseElements(
  code: ErrorCode,
  elements: readonly ElementName[],
  text: string,
): RequestError {
  return new RequestError(code, {
    errors: Object.fromEntries(elements.map((name) => [String(name), [text]])),
  });
}

/** Returns the rejection of a body as a value, so that other bodies are validated as well. */
export const orRejection = <Result>(work: Promise<Result>): Promise<Result | RequestError> =>
  work.catch((error: unknown) => {
    if (error instanceof RequestError) return error;
    throw error;
  });

const elementTexts = ({ errors, message }: RequestError, element: ElementName): ErrorTexts =>
  errors
    ? Object.fromEntries(
        Object.entries(errors).map(([name, texts]) => [`${element}.${name}`, texts]),
      )
    : { [element]: [message] };
