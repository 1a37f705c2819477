import type { Scope } from './condition.js';
import type { Decision, AppUser, Key } from '../types/register.js';
import type { Columns, ElementOf, Pascal, Plain } from '../types/compile-time.js';

type Verb = 'attach' | 'detach' | 'sync' | 'manage';
/**
 * The policy methods of a many-to-many relation: `attachTags`, `detachTags`, `syncTags`, or
 * `manageTags` for those of the three that the policy does not have.
 */
export type PolicyMethodsOf<Relation extends string> = `${Verb}${Pascal<Relation>}`;

type ManyKeys<E> = {
  [K in keyof E & string]: [ElementOf<E[K]>] extends [never]
    ? never
    : ElementOf<E[K]> extends NonNullable<Plain>
      ? never
      : K;
}[keyof E & string];
type RelatedOf<E> = { [K in ManyKeys<E>]: ElementOf<E[K]> };

type ForRelations<E, U, R> = {
  [K in keyof R as `${'attach' | 'detach'}${Pascal<K & string>}`]?: (
    user: U,
    parent: E,
    related: R[K],
  ) => Decision;
} & {
  [K in keyof R as `sync${Pascal<K & string>}`]?: (
    user: U,
    parent: E,
    keys: readonly Key[],
  ) => Decision;
} & {
  [K in keyof R as `manage${Pascal<K & string>}`]?: (user: U, parent: E) => Decision;
};

interface ForRecords<E, U> {
  /**
   * The columns that the methods read of a record, besides its key; every column when it is left
   * out.
   */
  readonly needs?: readonly Columns<E>[];
  /** The rows that the user may see; it becomes SQL. Left out: none. */
  scope?: (user: U) => Scope<E>;
  /** The collection's gate. */
  index?: (user: U) => Decision;
  /** Left out: equal to `scope`. Declared: refuses some of the rows inside it. */
  show?: (user: U, record: E) => Decision;
  store?: (user: U) => Decision;
  update?: (user: U, record: E) => Decision;
  delete?: (user: U, record: E) => Decision;
}

/**
 * Who may do what. Every method may be left out: what is left out is refused.
 * `Renamed` types the relations whose key is not the entity's: `Policy<Post, User, { labels: Tag
 * }>`.
 *
 * @contract C4.4, C7.4
 */
export type Policy<E, U = AppUser, Renamed = unknown> = ForRecords<E, U> &
  ForRelations<E, U, RelatedOf<E> & Renamed>;
