import type { Scope } from './condition.js';
import type { Decision, AppUser, Key } from '../../base/types/register.js';
import type { Columns, ElementOf, Pascal, Plain } from '../../base/types/compile-time.js';

type Verb = 'attach' | 'detach' | 'sync' | 'manage';
/**
 * The policy methods of a many-to-many relation: `attachTags`, `detachTags` and `syncTags`.
 * `manageTags` replaces those of the three that the policy does not have.
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
  /** The columns of a record that the methods read, besides its key; defaults to all columns. */
  readonly needs?: readonly Columns<E>[];
  /**
   * Returns the condition for the rows that the user may see, which is compiled to SQL. Without it,
   * the user does not see any rows.
   */
  scope?: (user: U) => Scope<E>;
  /** Whether the user may read the collection. */
  index?: (user: U) => Decision;
  /**
   * Whether the user may see a record inside `scope`. Without it, the user may see all records
   * inside `scope`.
   */
  show?: (user: U, record: E) => Decision;
  store?: (user: U) => Decision;
  update?: (user: U, record: E) => Decision;
  delete?: (user: U, record: E) => Decision;
}

/**
 * Who may do what. All methods are optional. Without `show`, `scope` decides; without any other
 * method, its operation is denied. `Renamed` contains the types of relations whose key differs from
 * the entity's property: `Policy<Post, User, { labels: Tag }>`.
 *
 * @contract C4.4, C7.4
 */
export type Policy<E, U = AppUser, Renamed = unknown> = ForRecords<E, U> &
  ForRelations<E, U, RelatedOf<E> & Renamed>;
