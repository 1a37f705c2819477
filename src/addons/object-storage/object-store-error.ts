import { RequestError } from '../../base/errors/index.js';
import { codeOf } from '../../storage/system-errors.js';

/** What errors of the client package contain. */
interface ServiceError {
  readonly name?: string;
  readonly message?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/**
 * Reports a failed request to the object store. It replaces the error of the client, which has the
 * access key and the signed request in its properties.
 */
export class ObjectStoreError extends Error {
  constructor(
    readonly operation: string,
    /** The code of the store (`NoSuchBucket`) or of the system (`ECONNREFUSED`). */
    readonly code: string,
    /** The HTTP status; `undefined` without a response. */
    readonly status: number | undefined,
    reason: string,
  ) {
    super(`${operation}: ${reason}`);
    this.name = 'ObjectStoreError';
  }

  /** Whether no object has this key. A missing bucket is not a missing object. */
  get isMissing(): boolean {
    return this.status === 404 && this.code !== 'NoSuchBucket';
  }

  /** Whether an object with this key exists, which a conditional request refuses to overwrite. */
  get isTaken(): boolean {
    return this.status === 412;
  }

  /** Whether the store does not implement conditional requests. */
  get isUnsupported(): boolean {
    return this.status === 501;
  }

  /** Whether the same request may succeed at once. */
  get isTransient(): boolean {
    const { status, code } = this;
    if (code === TIMED_OUT || code === NO_CREDENTIALS) return false;
    return status === undefined || transientStatuses.has(status) || transientCodes.has(code);
  }
}

/** The code of a request that exceeded its time. */
export const TIMED_OUT = 'TimedOut';
const NO_CREDENTIALS = 'CredentialsProviderError';
const transientStatuses = new Set([409, 429, 500, 502, 503, 504]);
const transientCodes = new Set(['BadDigest', 'RequestTimeout']);

/** Returns an error of the client without the parts that a log must not contain. */
export function withoutSecrets(operation: string, error: unknown): ObjectStoreError {
  if (error instanceof ObjectStoreError) return error;
  const { name = 'Error', message = '', $metadata } = Object(error) as ServiceError;
  const status = $metadata?.httpStatusCode;
  const system = codeOf(error);
  if (typeof system === 'string' && status === undefined)
    return new ObjectStoreError(operation, system, undefined, message || system);
  // Messages of a store may repeat what was signed; those of the package do not.
  const reason = status === undefined ? `${name}: ${message}` : `${name} (status ${status})`;
  return new ObjectStoreError(operation, name, status, reason);
}

/**
 * Returns the response for a failed request: after the store is back, or its bucket or credentials
 * are repaired, the same request succeeds.
 *
 * @contract C9
 */
export const storeUnavailable = (cause: unknown): RequestError =>
  new RequestError('unavailable', { headers: { 'Retry-After': '10' }, cause });
