import { errorCatalogue, type ErrorCode } from './catalogue.js';

/** Parameter or field -> its messages, one per fault. */
export type ErrorTexts = Readonly<Record<string, readonly string[]>>;

interface Detail {
  readonly message?: string;
  readonly errors?: ErrorTexts;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/**
 * An error that the caller receives as `{message, code, errors?}`.
 *
 * @contract C9
 */
export class RequestError extends Error {
  readonly status: number;
  readonly errors?: ErrorTexts;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly code: ErrorCode,
    { message, errors, headers = {}, cause }: Detail = {},
  ) {
    super(message ?? errorCatalogue[code].message, { cause });
    this.name = 'RequestError';
    this.status = errorCatalogue[code].status;
    this.headers = headers;
    if (errors) this.errors = errors;
  }
}

/** Returns the 400 for an invalid query parameter, under its name. */
export function invalidQuery(parameter: string, message: string): RequestError {
  return new RequestError('invalid_query', { errors: { [parameter]: [message] } });
}
