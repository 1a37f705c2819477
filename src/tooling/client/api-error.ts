/** Field or parameter -> its messages. Errors of lists are keyed by index, such as `3.title`. */
export type ErrorsByField = Readonly<Record<string, readonly string[]>>;

/**
 * The codes of the service with their statuses, and whether their errors name fields or parameters.
 * @contract C9
 */
export const serviceCodes = {
  malformed_request: [400, true],
  invalid_query: [400, true],
  unauthenticated: [401, false],
  unauthorized: [403, false],
  view_as_refused: [403, false],
  view_as_read_only: [403, false],
  csrf_refused: [403, false],
  not_found: [404, false],
  method_not_allowed: [405, false],
  conflict: [409, false],
  idempotency_in_progress: [409, false],
  max_affected_exceeded: [409, false],
  max_affected_unsupported: [409, false],
  dry_run_unsupported: [409, false],
  revert_conflict: [409, true],
  revert_unavailable: [409, false],
  precondition_failed: [412, false],
  payload_too_large: [413, false],
  uri_too_long: [414, false],
  unsupported_media_type: [415, false],
  range_not_satisfiable: [416, false],
  validation_failed: [422, true],
  idempotency_key_reused: [422, true],
  too_many_requests: [429, false],
  server_error: [500, false],
  unavailable: [503, false],
  statement_timeout: [504, false],
} as const;

type ServiceCode = keyof typeof serviceCodes;

/** The codes of errors that no response describes. */
type ClientCode = 'network_error' | 'run_cancelled';
const clientCodes: ReadonlySet<string> = new Set<ClientCode>(['network_error', 'run_cancelled']);

/**
 * The code of an error. `network_error`: there is no response. `run_cancelled`: a run that the client
 * followed was cancelled. `other`: the application's own code, or a proxy, responded; `reason`
 * contains its code.
 */
export type ApiErrorCode = ServiceCode | ClientCode | 'other';

/** What the constructor of an error takes. */
interface ErrorFacts {
  /** Without a response, that of the code. */
  readonly status?: number;
  readonly code: string;
  readonly message: string;
  readonly body?: unknown;
  readonly headers?: Headers;
  readonly cause?: unknown;
}

const isServiceCode = (code: string): code is ServiceCode => Object.hasOwn(serviceCodes, code);

const statusOf = (code: string): number => (isServiceCode(code) ? serviceCodes[code][0] : 0);

/** What all errors have in common; {@link ApiError} is the type to work with. */
export class ApiFailure extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  /**
   * The status of the response. The error of a run has that of its code, or 0 if it is the
   * application's own; 0 also if there is no response.
   */
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
    this.status = status ?? statusOf(code);
    this.code = isServiceCode(code) || clientCodes.has(code) ? (code as ApiErrorCode) : 'other';
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
    code: 'network_error',
    message: `The request to ${path} failed: ${String((cause as Error).message)}`,
    cause,
  });

/** An error of a request. `code` decides which members it has. */
export type ApiError = {
  [C in ApiErrorCode]: ApiFailure & { readonly code: C } & (C extends ServiceCode
      ? (typeof serviceCodes)[C][1] extends true
        ? { readonly errors: ErrorsByField }
        : unknown
      : unknown);
}[ApiErrorCode];

/** Returns whether a request of this client failed with the error. */
export const isApiError = (error: unknown): error is ApiError => error instanceof ApiFailure;
