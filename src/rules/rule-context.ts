import type { ResourceRequest } from '../types/register.js';
import type { ClassOf } from '../types/compile-time.js';
import type { ErrorTexts } from '../errors/index.js';

/**
 * Where a value is looked up: a property of an entity, a field of a resource by its key, or the
 * checked field's own column.
 */
export type RowSource =
  | { readonly entity: ClassOf; readonly property: string }
  | { readonly resource: string; readonly field: string }
  | { readonly own: string };

/** What rules may ask of the database. */
export interface RowLookup {
  /**
   * Does a row hold the value, other than the one that is being written? It sees all rows.
   * @contract C5.9
   */
  isTaken(source: RowSource, value: unknown): Promise<boolean>;
  /** Does a row that the user may see hold the value? */
  isVisible(source: RowSource, value: unknown): Promise<boolean>;
}

/** What rules may look at besides the values. */
export interface RuleContext {
  readonly request: ResourceRequest;
  readonly rows: RowLookup;
  /** Is it the password of the user who asks? */
  isCurrentPassword(text: string): Promise<boolean>;
  /** Languages that the caller reads, the best first: `['de-CH', 'de', 'en']`. Empty: English. */
  readonly languages: readonly string[];
  /** The names of fields in messages, where a body uses another one: `user` for `user_id`. */
  readonly names?: ReadonlyMap<string, string>;
}

/**
 * What checking gives: the values as the rules read them (dates as `Date`), and what is wrong, by
 * dotted path.
 */
export interface RuleOutcome {
  readonly values: Readonly<Record<string, unknown>>;
  readonly errors: ErrorTexts;
}

/** The rules of several fields, compiled once and checked often. */
export interface RuleSet {
  /** The fields that have rules, by their dotted paths. */
  readonly fields: readonly string[];
  /**
   * Fields with the rule `confirmed` -> the members that repeat them. Pass their values to {@link
   * check} even where they are not declared.
   */
  readonly confirmations: ReadonlyMap<string, string>;
  /**
   * Checks the values against the rules, every field's until one of its rules refuses where it says
   * `bail`.
   *
   * @param only the fields whose rules are checked; all when it is left out
   */
  check(
    values: Readonly<Record<string, unknown>>,
    context: RuleContext,
    only?: ReadonlySet<string>,
  ): Promise<RuleOutcome>;
}
