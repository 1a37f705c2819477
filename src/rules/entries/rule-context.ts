import type { ResourceRequest } from '../../base/types/register.js';
import type { ClassOf } from '../../base/types/compile-time.js';
import type { ErrorTexts } from '../../base/errors/index.js';
import type { Eventual } from '../../base/when-known.js';

/**
 * Where a value is looked up: a property of an entity, a field of a resource by its key, or the
 * checked field's own column.
 */
export type RowSource =
  | { readonly entity: ClassOf; readonly property: string }
  | { readonly resource: string; readonly field: string }
  | { readonly own: string };

/** Looks up values in the database. */
export interface RowLookup {
  /**
   * Returns whether another row than the one being written has the value. It sees all rows.
   * @contract C5.9
   */
  isTaken(source: RowSource, value: unknown): Promise<boolean>;
  /** Returns whether a row that the user may see has the value. */
  isVisible(source: RowSource, value: unknown): Promise<boolean>;
}

/** The context of a check. */
export interface RuleContext {
  readonly request: ResourceRequest;
  readonly rows: RowLookup;
  /**
   * Returns whether it is the password of the user. Inside a transaction, the first call for a
   * password rolls it back, and the work runs again and gets the result.
   */
  isCurrentPassword(password: string): Promise<boolean>;
  /** The caller's languages, preferred first: `['de-CH', 'de', 'en']`. If empty: English. */
  readonly languages: readonly string[];
  /** The fields whose references to other records stay as they are. */
  readonly kept?: ReadonlySet<string>;
  /** The names of fields in messages, where a body uses another one: `user` for `user_id`. */
  readonly names?: ReadonlyMap<string, string>;
}

/**
 * The outcome of a check: the values as the rules convert them (dates as `Date`), and the messages
 * by dotted path.
 */
export interface RuleOutcome {
  readonly values: Readonly<Record<string, unknown>>;
  readonly errors: ErrorTexts;
}

/** The compiled rules of several fields. */
export interface RuleSet {
  /** The fields that have rules, by their dotted paths. */
  readonly fields: readonly string[];
  /**
   * Fields with the rule `confirmed` -> the members that repeat them. Pass their values to
   * {@link check} even if they are not declared.
   */
  readonly confirmations: ReadonlyMap<string, string>;
  /** The fields with the rule `current_password`, by their dotted paths. */
  readonly passwords: readonly string[];
  /**
   * Checks the values against the rules. The checks of a field with `bail` stop at its first fault.
   *
   * @param only the fields to check; all by default
   */
  check(
    values: Readonly<Record<string, unknown>>,
    ruleContext: RuleContext,
    only?: ReadonlySet<string>,
  ): Eventual<RuleOutcome>;
}
