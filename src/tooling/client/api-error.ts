/** Field or parameter -> its messages. Errors of lists are keyed by index, such as `3.title`. */
export type ErrorsByField = Readonly<Record<string, readonly string[]>>;

/** The codes of the service, and whether their errors name fields or parameters. @contract C9 */
const codes = {
  malformed_request: true,
  invalid_query: true,
  unauthenticated: false,
  unauthorized: false,
  view_as_refused: false,
  view_as_read_only: false,
  csrf_refused: false,
  not_found: false,
  method_not_allowed: false,
  conflict: false,
  idempotency_in_progress: false,
  max_affected_exceeded: false,
  max_affected_unsupported: false,
  dry_run_unsupported: false,
  revert_conflict: true,
  revert_unavailable: false,
  precondition_failed: false,
  payload_too_large: false,
  uri_too_long: false,
  unsupported_media_type: false,
  range_not_satisfiable: false,
  validation_failed: true,
  idempotency_key_reused: true,
  too_many_requests: false,
  server_error: false,
  unavailable: false,
  statement_timeout: false,
} as const;

type ServiceCode = keyof typeof codes;

/**
 * The code of an error. `network_error`: there is no response. `other`: the application's own code,
 * or a proxy, responded; `reason` contains its code.
 */
export type ApiErrorCode = ServiceCode | 'network_error' | 'other';

/** The codes that this client knows, for a test that compares them with the catalogue. */
export const serviceCodes = Object.keys(codes) as readonly ServiceCode[];

/** What the constructor of an error takes. */
interface ErrorFacts {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly body?: unknown;
  readonly headers?: Headers;
  readonly cause?: unknown;
}

/** What all errors have in common; {@link ApiError} is the type to work with. */
export class ApiFailure extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  /** The status of the response; 0 without a response. */
  readonly status: number;
  /** The code in the response, for `other`; `null` without one. */
  readonly reason: string | null;
  readonly errors?: ErrorsByField;
  /** How much an action had done when it failed. @contract C6.8 */
  readonly meta?: { readonly chunks: number; readonly records: number };
  /** Finds the request in the log of the service; `null` without a response. */
  readonly requestId: string | null;
  /** Seconds to wait before another attempt; `null` if the response does not contain them. */
  readonly retryAfter: number | null;
  /** After `precondition_failed`: the version that the record has now. @contract C13.1 */
  readonly version: string | null;

  constructor({ status, code, message, body, headers, cause }: ErrorFacts) {
    super(message, { cause });
    const { errors, meta } = Object(body) as Pick<ApiFailure, 'errors' | 'meta'>;
    const seconds = Number(headers?.get('retry-after') ?? NaN);
    this.status = status;
    this.code = code in codes || code === 'network_error' ? (code as ApiErrorCode) : 'other';
    this.reason = code || null;
    if (errors) this.errors = errors;
    if (meta) this.meta = meta;
    this.requestId = headers?.get('x-request-id') ?? null;
    this.retryAfter = seconds >= 0 ? seconds : null;
    this.version = headers?.get('etag') ?? null;
  }
}

/** Returns the error of a request without a response, or with a part of one. */
export const networkFailure = (path: string, cause: unknown): ApiFailure =>
  new ApiFailure({
    status: 0,
    code: 'network_error',
    message: `The request to ${path} failed: ${String((cause as Error).message)}`,
    cause,
  });

/** An error of a request. `code` decides which members it has. */
export type ApiError = {
  [C in ApiErrorCode]: ApiFailure & { readonly code: C } & (C extends ServiceCode
      ? (typeof codes)[C] extends true
        ? { readonly errors: ErrorsByField }
        : unknown
      : unknown);
}[ApiErrorCode];

/** Returns whether a request of this client failed with the error. */
export const isApiError = (error: unknown): error is ApiError => error instanceof ApiFailure;
