/**
 * An application registers its user entity here, once:
 * `declare module 'resource-api' { interface Register { user: User } }`
 */
export interface Register {}

/** The entity of the users. */
export type AppUser = Register extends { user: infer User } ? User : unknown;

/** A record's key as handlers and policies receive it. */
export type Key = string | number;

/** A synchronous or asynchronous yes or no. */
export type Decision = boolean | Promise<boolean>;

export type Operation =
  | 'index'
  | 'show'
  | 'store'
  | 'update'
  | 'delete'
  | 'profile'
  | 'action'
  | 'attach'
  | 'detach'
  | 'sync';

/** How a request came in. */
export interface RequestOrigin {
  /** `http`, or the name of another channel. */
  readonly channel: string;
  /** The client's user agent; `null` if it sends none. */
  readonly client: string | null;
  /** A UUID that all log rows of the request share. @contract C8.1 */
  readonly batchId: string;
}

/** The request that a callback of a definition serves. */
export interface ResourceRequest {
  readonly user: AppUser;
  readonly origin: RequestOrigin;
  /** The key of the requested resource. */
  readonly resource: string;
  readonly operation: Operation;
  /**
   * The key of the record in the path, or of the profile; `null` if the request is not about one
   * record, or stores one.
   */
  readonly id: string | null;
  /** The query parameters as they were written, decoded. */
  readonly query: Readonly<Record<string, string>>;
}

/**
 * The request that `attachCallback` and `detachCallback` serve, with its keys and access to the
 * transaction.
 * @contract C7.4
 */
export interface PivotRequest extends ResourceRequest {
  /** The distinct related keys to attach or detach. */
  readonly keys: readonly Key[];
  /**
   * The validated pivot values of each key to attach that were sent, by their names on the wire.
   */
  readonly pivots: ReadonlyMap<Key, Readonly<Record<string, unknown>>>;
  /** Runs SQL inside the request's transaction; `?` is a placeholder for a bound value. */
  write(sql: string, values?: readonly unknown[]): Promise<readonly (readonly unknown[])[]>;
}
