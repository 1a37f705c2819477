import { RequestError, type ErrorCode, type ErrorTexts } from '../../../base/errors/index.js';

type Failed = RequestError | null | undefined;

/** How a write names the records that its errors are about. */
export interface ElementErrors {
  /** Whether the body is a list. */
  readonly areListed: boolean;
  /** Returns the error of one record. */
  of(error: RequestError, at: number): RequestError;
  /** Returns one error for all records that failed; `undefined` if none did. */
  join(errors: readonly Failed[]): RequestError | undefined;
  /** Returns the error for records that are refused for the same reason. */
  refused(code: ErrorCode, at: readonly number[]): RequestError;
}

/** A write of one record: its errors are those of the request. */
export const ofOne: ElementErrors = {
  areListed: false,
  of: (error) => error,
  join: ([error]) => error ?? undefined,
  refused: (code) => new RequestError(code),
};

/**
 * A bulk write: `title` becomes `3.title`, and an error that names no field is named after its
 * element.
 *
 * @contract C13.5
 */
export const ofList: ElementErrors = {
  areListed: true,
  of: (error, at) =>
    new RequestError(error.code, {
      message: error.message,
      headers: error.headers,
      errors: textsOf(error, at),
      cause: error,
    }),
  join: joinErrors,
  refused: (code, indexes) => {
    const { message } = new RequestError(code);
    return new RequestError(code, {
      errors: Object.fromEntries(indexes.map((at) => [String(at), [message]])),
    });
  },
};

/** If values are invalid, the error is about all of these; otherwise it is the first one. */
function joinErrors(errors: readonly Failed[]): RequestError | undefined {
  const failed = errors.flatMap((error, at) => (error ? [{ error, at }] : []));
  const invalid = failed.filter(({ error }) => error.code === 'validation_failed');
  if (invalid.length === 0) return failed[0] && ofList.of(failed[0].error, failed[0].at);
  const texts = invalid.map(({ error, at }) => textsOf(error, at));
  return new RequestError('validation_failed', {
    errors: Object.assign({}, ...texts) as ErrorTexts,
  });
}

const textsOf = ({ errors, message }: RequestError, at: number): ErrorTexts =>
  errors
    ? Object.fromEntries(Object.entries(errors).map(([name, texts]) => [`${at}.${name}`, texts]))
    : { [at]: [message] };
