/**
 * A team says here, once, which entity its users are:
 * `declare module 'resource-api' { interface Register { user: User } }`
 */
export interface Register {}

/** The entity of the users. */
export type AppUser = Register extends { user: infer User } ? User : unknown;

/** A record's key as handlers and policies meet it. */
export type Key = string | number;

/** A yes or no that may take its time. */
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

/** Through which door a request came. */
export interface RequestOrigin {
  /** `http`, or the name of another way in. */
  readonly channel: string;
  /** How the client names itself: its user agent; `null` where it says nothing. */
  readonly client: string | null;
  /** One uuid for all that the request does; the log's rows hold it. @contract C8.1 */
  readonly batchId: string;
}

/** What callbacks of a definition learn of the request that they serve. */
export interface ResourceRequest {
  readonly user: AppUser;
  readonly origin: RequestOrigin;
  /** The key of the resource that was asked. */
  readonly resource: string;
  readonly operation: Operation;
  /**
   * The key of the record in the path, or of the profile; `null` where the request is about none,
   * or stores one.
   */
  readonly id: string | null;
  /** The query parameters as they were written, decoded. */
  readonly query: Readonly<Record<string, string>>;
}

/**
 * What `attachCallback` and `detachCallback` learn besides: which keys, and where to write.
 * @contract C7.4
 */
export interface PivotRequest extends ResourceRequest {
  /** The related keys to add, or to take away; each once. */
  readonly keys: readonly Key[];
  /**
   * The validated pivot values of each key to add, by their names on the wire: those that were
   * sent.
   */
  readonly pivots: ReadonlyMap<Key, Readonly<Record<string, unknown>>>;
  /** Runs SQL inside the request's transaction; `?` stands for a bound value. */
  write(text: string, values?: readonly unknown[]): Promise<readonly (readonly unknown[])[]>;
}
