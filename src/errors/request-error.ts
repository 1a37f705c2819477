import { errorCatalogue, type ErrorCode } from './catalogue.js';

/** Parameter or field -> what is wrong with it, one text a fault. */
export type ErrorTexts = Readonly<Record<string, readonly string[]>>;

interface Detail {
  readonly message?: string;
  readonly errors?: ErrorTexts;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/**
 * A refusal that its caller reads as `{message, code, errors?}`.
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

/** A query parameter that cannot be taken: 400 under its name. */
export function invalidQuery(parameter: string, text: string): RequestError {
  return new RequestError('invalid_query', { errors: { [parameter]: [text] } });
}
