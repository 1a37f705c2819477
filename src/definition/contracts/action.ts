import type { Condition } from './condition.js';
import type { DeprecationOptions } from './deprecation.js';
import type { WriteRequest } from './hooks.js';
import type { JsonSchema } from '../../base/json-schema.js';
import type { Decision, AppUser, ResourceRequest } from '../../base/types/register.js';
import type { Payload } from '../../rules/entries/payload-types.js';
import type { RuleMap } from '../../rules/entries/rule-types.js';
import type { ClassOf, Mistake } from '../../base/types/compile-time.js';

/**
 * What a handler is given. `T` is the type of a `defineRules` constant, or a payload class. All
 * that it writes belongs to one transaction: that of the chunk, or of the run.
 */
export interface ActionRequest<T = unknown> extends WriteRequest {
  /**
   * The JSON value that was sent, as it was sent: `{}` where nothing was, and without
   * `repositories` on index.
   */
  readonly payload: unknown;
  /**
   * The payload, validated and typed, without what no rule names.
   * @throws RequestError `validation_failed`
   */
  validate(): Promise<T extends RuleMap ? Payload<T> : T>;
  /**
   * Changes the columns of all the records by one statement, with the log's rows; the records then
   * hold the changes.
   *
   * @param changes the same for all, or what becomes of each record
   */
  update<E extends object>(
    records: readonly E[],
    changes: Partial<E> | ((record: E) => Partial<E>),
  ): Promise<void>;
  /** Deletes all the records by one statement a table, with the log's rows. */
  delete<E extends object>(records: readonly E[]): Promise<void>;
  /** Stores new rows by one statement, with the log's rows, and gives them as they were stored. */
  store<E extends object>(entity: ClassOf<E>, rows: readonly Partial<E>[]): Promise<E[]>;
}

interface Common extends DeprecationOptions {
  /** Of a-z, 0-9, `-` and `_`. Default: the kebab-case form of the class's name. */
  uriKey?: string;
  /** Default: the words of the class's name. */
  name?: string;
  /** Defaults to the handler's property or method `description`. */
  description?: string;
  destructive?: boolean;
  /**
   * Whether the action reaches outside the database, for example by sending messages. It cannot be
   * run with `Prefer: tx=rollback`, and `max-affected` bounds the records that it receives, not what
   * it changes. Default: false. @contract C13.3, C13.4
   */
  external?: boolean;
  /** Records a chunk of `all`; 200, at most 1,000. @spec Limits */
  chunkCount?: number;
  /** What a failure undoes: the chunk (the default), or the whole run. @contract C6.6 */
  transaction?: 'chunk' | 'run';
  /**
   * Whether it runs after the response at the collection's path, which returns a run to follow.
   * Left out: if the client prefers it. False: never. Not for actions that are only on show.
   * @contract C14.1
   */
  background?: boolean;
  /**
   * Validates the payload before the handler runs. Left out: the handler asks for it, unless a rule
   * is `current_password`, which is checked before the transaction begins. @spec Actions, rule 5
   */
  validate?: boolean;
  /**
   * What the handler returns, for the OpenAPI document: a class with class-validator decorators,
   * which the compiler compares with the handler's own type, or a JSON Schema. Left out: the
   * document allows any data.
   */
  response?: ClassOf | JsonSchema;
}
type ScopeOptions =
  | { onlyOnIndex?: never; onlyOnShow?: never; standalone?: never }
  | { onlyOnIndex: true; onlyOnShow?: never; standalone?: never }
  | { onlyOnShow: true; onlyOnIndex?: never; standalone?: never; background?: false }
  | { standalone: true; onlyOnShow?: never; onlyOnIndex?: never };
type Given =
  | { rules?: never; payload?: never }
  | { rules: RuleMap; payload?: never }
  | { payload: ClassOf; rules?: never };
export type ActionOptions = Common & ScopeOptions & Given;

interface Described {
  /** The description for tools, if the options do not contain one. */
  description?: string | (() => string);
}
interface Hooks<E> extends Described {
  /**
   * Left out: everybody who passes the collection's gate. It looks at the request only.
   * @contract C6.9
   */
  canSee?: (request: ResourceRequest) => Decision;
  /** May the user run it on this record? Left out: yes. @contract C6.4 */
  canRun?: (user: AppUser, record: E) => Decision;
  /** Narrows the records just before they are fetched. */
  indexQuery?: (request: ResourceRequest) => Condition<E>;
}
/**
 * On index, on show (a list of one), or on both. `reduce(total, result)` sums the results of
 * several chunks.
 */
export interface ActionHandler<E, T = unknown> extends Hooks<E> {
  handle(request: ActionRequest<T>, records: E[]): unknown;
}
export interface ShowActionHandler<E, T = unknown> extends Hooks<E> {
  handle(request: ActionRequest<T>, record: E): unknown;
}
export interface StandaloneActionHandler<T = unknown> extends Described {
  canSee?: (request: ResourceRequest) => Decision;
  handle(request: ActionRequest<T>): unknown;
}

type GivenOf<O> = O extends { rules: infer M extends RuleMap }
  ? M
  : O extends { payload: ClassOf<infer P> }
    ? P
    : Record<never, never>;
type Second<I> = I extends { handle(request: never, second: infer S): unknown } ? S : never;
type Arity<I> = I extends { handle: (...args: infer A) => unknown } ? A['length'] : never;
type Result<I> = I extends { handle: (...args: never[]) => infer R } ? Awaited<R> : never;
type ReduceFits<I> = I extends { reduce: (...args: infer A) => unknown }
  ? [Result<I>, Result<I>] extends A
    ? true
    : false
  : true;

type HandlerCheck<I, O> = I extends {
  handle: (request: ActionRequest<GivenOf<O>>, ...rest: never[]) => unknown;
}
  ? O extends { standalone: true }
    ? Arity<I> extends 0 | 1
      ? unknown
      : Mistake<'a standalone action receives no records', Second<I>>
    : O extends { onlyOnShow: true }
      ? Second<I> extends readonly unknown[]
        ? Mistake<'an action only on show receives one record', Second<I>>
        : unknown
      : Arity<I> extends 0 | 1
        ? unknown
        : Second<I> extends readonly unknown[]
          ? unknown
          : Mistake<'an action on index receives a list of records', Second<I>>
  : Mistake<
      'handle(request, ...) must take ActionRequest<typeof rules>, or ActionRequest<PayloadClass>',
      GivenOf<O>
    >;

type ResponseFits<I, O> = O extends { response: ClassOf<infer R> }
  ? [Result<I>] extends [R | void | undefined]
    ? true
    : false
  : true;

/** What the compiler holds an action class against. */
export type ActionCheck<I, O> =
  ReduceFits<I> extends false
    ? Mistake<'reduce(total, result) takes two of what handle returns', Result<I>>
    : ResponseFits<I, O> extends false
      ? Mistake<'handle returns something else than the class in `response`', Result<I>>
      : HandlerCheck<I, O>;
