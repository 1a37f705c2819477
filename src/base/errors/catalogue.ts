/** A row of the catalogue. */
interface CatalogueEntry {
  readonly status: number;
  /** The default message, if nothing more precise is known. */
  readonly message: string;
  readonly when: string;
  /**
   * The operations whose OpenAPI description contains it: all of them, those with a body, those
   * that need a token, or those that list its status.
   */
  readonly operations: 'all' | 'with body' | 'signed in' | 'listed';
  /** Headers of the response, unless the code that throws sets others. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * All errors of the API by their stable codes. Responses, the OpenAPI document and
 * `docs/reference/errors.md` are generated from this table.
 *
 * @contract C9
 */
export const errorCatalogue = {
  malformed_request: {
    status: 400,
    message: 'The request is malformed.',
    when: 'The body is not valid JSON, is not a valid form, or is nested deeper than allowed; a header is repeated; or the URL cannot be decoded.',
    operations: 'all',
  },
  invalid_query: {
    status: 400,
    message: 'The query string is not valid.',
    when: 'A query parameter is unknown, malformed, repeated, above its maximum, or names something that does not exist. `errors` contains the parameter and the allowed values.',
    operations: 'all',
  },
  unauthenticated: {
    status: 401,
    message: 'Unauthenticated.',
    when: 'There is no token, or the token is unknown or expired, or it belongs to a suspended or deleted account.',
    operations: 'signed in',
    headers: { 'WWW-Authenticate': 'Bearer' },
  },
  unauthorized: {
    status: 403,
    message: 'This action is unauthorized.',
    when: 'A policy denies the operation.',
    operations: 'listed',
  },
  view_as_refused: {
    status: 403,
    message: 'You cannot view the API as this account.',
    when: 'The header `View-As` names an account that does not exist or is suspended, or the caller may not view the API as this account.',
    operations: 'signed in',
  },
  view_as_read_only: {
    status: 403,
    message: 'A request with the header View-As can only read. Remove the header to write.',
    when: 'A request with the header `View-As` has another method than GET or HEAD.',
    operations: 'all',
  },
  csrf_refused: {
    status: 403,
    message:
      'A request with the session cookie that is not a read needs the header X-CSRF-Protection: 1.',
    when: 'A write is authenticated by the session cookie, and it has no header `X-CSRF-Protection` or comes from another site.',
    operations: 'listed',
  },
  not_found: {
    status: 404,
    message: 'Not found.',
    when: 'The resource, record, relation or action does not exist, or the caller may not know that it exists.',
    operations: 'listed',
  },
  method_not_allowed: {
    status: 405,
    message: 'This endpoint does not support the method.',
    when: 'The endpoint exists, but not with this method. The header `Allow` lists the supported methods.',
    operations: 'listed',
  },
  conflict: {
    status: 409,
    message: 'The request conflicts with the state of the record.',
    when: 'A unique value is taken, other records still refer to this one, or a constraint or trigger of the database does not accept the change.',
    operations: 'listed',
  },
  idempotency_in_progress: {
    status: 409,
    message: 'A request with this Idempotency-Key is still running.',
    when: 'The first request with the same `Idempotency-Key` has not ended yet. The header `Retry-After` contains the seconds to wait.',
    operations: 'listed',
    headers: { 'Retry-After': '1' },
  },
  max_affected_exceeded: {
    status: 409,
    message: 'The request would change more records than it allows.',
    when: 'A write would change more records than its preference `max-affected` allows. Nothing was written.',
    operations: 'listed',
  },
  max_affected_unsupported: {
    status: 409,
    message: 'What this action changes is known only after it has reached outside the database.',
    when: 'A bound, `max-affected`, for a standalone action that is declared `external`.',
    operations: 'listed',
  },
  dry_run_unsupported: {
    status: 409,
    message: 'This action cannot be tried without effects outside the database.',
    when: 'A dry run of an action that is declared `external`.',
    operations: 'listed',
  },
  revert_conflict: {
    status: 409,
    message: 'The records have changed since.',
    when: 'A record was changed after the change that the request reverts. `errors` contains the fields, with the current value and the value that was written.',
    operations: 'listed',
  },
  revert_unavailable: {
    status: 409,
    message: 'The change cannot be reverted.',
    when: 'What it takes to revert the change was not kept, cannot be decrypted, no longer fits the definitions, or refers to a record that no longer exists. In the last case `errors` contains the relations, with the keys.',
    operations: 'listed',
  },
  precondition_failed: {
    status: 412,
    message: 'The record has another version.',
    when: 'The version of the record is not in `If-Match`. The header `ETag` contains its version. Nothing was written.',
    operations: 'listed',
  },
  payload_too_large: {
    status: 413,
    message: 'The body is too large.',
    when: 'The body exceeds its limit.',
    operations: 'with body',
  },
  uri_too_long: {
    status: 414,
    message: 'The URL is too long.',
    when: 'The query string exceeds its limit.',
    operations: 'all',
  },
  unsupported_media_type: {
    status: 415,
    message: 'This endpoint does not support this media type.',
    when: 'The endpoint does not accept the `Content-Type`. The message and the header `Accept` contain what it accepts.',
    operations: 'with body',
  },
  range_not_satisfiable: {
    status: 416,
    message: 'The file does not have these bytes.',
    when: 'The header `Range` of a request for a stored file starts after its end. The header `Content-Range` contains the size.',
    operations: 'listed',
  },
  validation_failed: {
    status: 422,
    message: 'The given data was invalid.',
    when: 'A field of the body breaks a rule. `errors` contains the field and its messages.',
    operations: 'with body',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used for another request.',
    when: 'An earlier request had the same `Idempotency-Key`, but another query string or body.',
    operations: 'listed',
  },
  too_many_requests: {
    status: 429,
    message: 'Too many requests.',
    when: 'A rate limit is exceeded. The header `Retry-After` contains the seconds to wait.',
    operations: 'all',
    headers: { 'Retry-After': '60' },
  },
  server_error: {
    status: 500,
    message: 'Server error.',
    when: 'An internal error. Find it in the log by its `request_id`.',
    operations: 'all',
  },
  unavailable: {
    status: 503,
    message: 'The service is temporarily unavailable.',
    when: 'The database cannot be reached, does not accept connections, is read-only or full, or does not grant a lock in time; no connection became free in time; files cannot be stored; the authentication provider does not respond in time; the public keys of the identity provider cannot be fetched; too many logins wait for a password check; or the service is shutting down. The header `Retry-After` contains the seconds to wait.',
    operations: 'all',
    headers: { 'Retry-After': '1' },
  },
  statement_timeout: {
    status: 504,
    message: 'The database took too long to respond.',
    when: 'A statement exceeded its time limit and was cancelled.',
    operations: 'all',
  },
} as const satisfies Readonly<Record<string, CatalogueEntry>>;

/** A stable code of the catalogue. */
export type ErrorCode = keyof typeof errorCatalogue;
/** A status of the catalogue. */
export type ErrorStatus = (typeof errorCatalogue)[ErrorCode]['status'];

/** The entries of the catalogue with their codes, in order. */
export const errorEntries = Object.entries(errorCatalogue) as readonly (readonly [
  ErrorCode,
  CatalogueEntry & { readonly status: ErrorStatus },
])[];
