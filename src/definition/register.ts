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
export type Answer = boolean | Promise<boolean>;

export type Operation =
  'index' | 'show' | 'store' | 'update' | 'delete' | 'profile' | 'action' | 'attach' | 'detach' | 'sync';

/** What callbacks of a definition learn of the request that they serve. */
export interface ResourceRequest {
  readonly user: AppUser;
  /** The key of the resource that was asked. */
  readonly resource: string;
  readonly operation: Operation;
  /** The query parameters as they were written, decoded. */
  readonly query: Readonly<Record<string, string>>;
}

/** What `attachCallback` and `detachCallback` learn besides: which keys, and where to write. @contract C7.4 */
export interface PivotRequest extends ResourceRequest {
  /** The related keys to add, or to take away; each once. */
  readonly keys: readonly Key[];
  /** Runs SQL inside the request's transaction; `?` stands for a bound value. */
  write(text: string, values?: readonly unknown[]): Promise<readonly (readonly unknown[])[]>;
}
