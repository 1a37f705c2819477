/** A row of the catalogue. */
interface CatalogueEntry {
  readonly status: number;
  /** What a caller reads if nothing more precise is known. */
  readonly message: string;
  readonly when: string;
  /**
   * Which operations the OpenAPI document describes it for: all of them, those with a body, those
   * that need a token, or those that list its status.
   */
  readonly operations: 'all' | 'with body' | 'signed in' | 'listed';
  /** Headers of the response, unless the code that throws sets others. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Every way a request can be refused, by its stable code. Responses, the OpenAPI document and
 * `docs/reference/errors.md` are made from this table.
 *
 * @contract C9
 */
export const errorCatalogue = {
  malformed_request: {
    status: 400,
    message: 'The request is malformed.',
    when: 'The body is not valid JSON, is nested deeper than allowed, or the URL cannot be decoded.',
    operations: 'all',
  },
  invalid_query: {
    status: 400,
    message: 'The query string is not valid.',
    when: 'A query parameter is unknown, malformed, given twice, past its maximum, or names something that does not exist. `errors` holds the parameter and what is allowed.',
    operations: 'all',
  },
  unauthenticated: {
    status: 401,
    message: 'Unauthenticated.',
    when: 'There is no token, or it is unknown, expired, or belongs to a suspended or deleted account.',
    operations: 'signed in',
    headers: { 'WWW-Authenticate': 'Bearer' },
  },
  unauthorized: {
    status: 403,
    message: 'This action is unauthorized.',
    when: 'A policy refuses.',
    operations: 'listed',
  },
  not_found: {
    status: 404,
    message: 'Not found.',
    when: 'The resource, record, relation or action does not exist, or the caller may not know that it does.',
    operations: 'listed',
  },
  method_not_allowed: {
    status: 405,
    message: 'This endpoint does not support the method.',
    when: 'The path exists, the method does not; the header `Allow` lists those that do.',
    operations: 'listed',
  },
  conflict: {
    status: 409,
    message: 'The request conflicts with the state of the record.',
    when: 'A unique value is taken, or other records still refer to this one.',
    operations: 'listed',
  },
  payload_too_large: {
    status: 413,
    message: 'The body is too large.',
    when: 'The body is larger than its limit.',
    operations: 'with body',
  },
  uri_too_long: {
    status: 414,
    message: 'The URL is too long.',
    when: 'The query string is longer than its limit.',
    operations: 'all',
  },
  unsupported_media_type: {
    status: 415,
    message: 'This media type is not supported here.',
    when: 'The `Content-Type` is not one that the path takes.',
    operations: 'with body',
  },
  validation_failed: {
    status: 422,
    message: 'The given data was invalid.',
    when: 'A field of the body breaks a rule. `errors` holds the field and the texts.',
    operations: 'with body',
  },
  too_many_requests: {
    status: 429,
    message: 'Too many requests.',
    when: 'A rate was passed; the header `Retry-After` holds the seconds to wait.',
    operations: 'all',
    headers: { 'Retry-After': '60' },
  },
  server_error: {
    status: 500,
    message: 'Server error.',
    when: 'A fault of the service. `request_id` finds it in the log.',
    operations: 'all',
  },
  unavailable: {
    status: 503,
    message: 'The service is temporarily unavailable.',
    when: 'The database cannot be reached, accepts no connection, is read-only or full, or does not give a lock in time; no connection became free in time; files cannot be stored; or the service is shutting down. `Retry-After` holds the seconds to wait.',
    operations: 'all',
    headers: { 'Retry-After': '1' },
  },
  statement_timeout: {
    status: 504,
    message: 'The database took too long to respond.',
    when: 'A statement ran longer than its limit and was cancelled.',
    operations: 'all',
  },
} as const satisfies Readonly<Record<string, CatalogueEntry>>;

/** A stable code of the catalogue. */
export type ErrorCode = keyof typeof errorCatalogue;
/** A status of the catalogue. */
export type ErrorStatus = (typeof errorCatalogue)[ErrorCode]['status'];

/** The rows of the catalogue, by their codes and in its order. */
export const errorEntries = Object.entries(errorCatalogue) as readonly (readonly [
  ErrorCode,
  CatalogueEntry & { readonly status: ErrorStatus },
])[];
