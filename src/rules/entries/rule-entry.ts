import type { Decimal } from '../values/decimals.js';
import type { RuleContext } from './rule-context.js';
import type { RuleParameter } from './parameters.js';
import { inexact, type SchemaPart } from '../../base/json-schema.js';
import type { ValueKind } from '../values/value-kind.js';

/** The facts that a check may use besides the value. */
export interface RuleFacts {
  /** The field's dotted path, with the positions of items: `lines.0.qty`. */
  readonly path: string;
  /** The kind of the field's values by its rules or its column; `null` if unknown. */
  readonly kind: ValueKind | null;
  /** The time of the check. */
  readonly now: Date;
  /**
   * Returns the value of another field by its full path; `*` is this item's position. `undefined`
   * if it is absent.
   */
  sibling(path: string): unknown;
  /** Returns whether another field is given: not null, blank or an empty list. */
  isGiven(path: string): boolean;
  /**
   * Returns the size of another field's value, measured like this field's; `undefined` if it is
   * absent or null.
   */
  siblingSize(path: string): Decimal | null | undefined;
  /** Returns whether the list in another field contains the value. */
  isListed(value: unknown, path: string): boolean;
  /** Counts the occurrences of the value in all places of this field, including this one. */
  occurrences(value: unknown): number;
  /** Parses a value by the date format of this field or of another; `null` if it is not a date. */
  instant(value: unknown, path?: string): Date | null;
}

/**
 * A message with placeholders such as `:attribute`; one for each kind if it depends on what is
 * measured.
 */
export type Wording = string | Readonly<Partial<Record<ValueKind, string>> & { other: string }>;
/** The messages of a custom rule by language. Those of the framework are in `rules/languages`. */
export interface RuleTexts {
  readonly en: Wording;
  readonly [language: string]: Wording;
}

interface Common<P> {
  readonly name: string;
  readonly parameter: RuleParameter<P>;
  /** The description in the reference. */
  readonly description: string;
  /** Returns the values of `:max`, `:values`, `:other` in the messages. */
  readonly placeholders?: (parameter: P) => Readonly<Record<string, string | number>>;
  readonly schema?: (parameter: P, kind: ValueKind | null) => SchemaPart;
}

/** Changes how the field's other rules apply; it does not refuse anything itself. */
export interface FlagRule<P> extends Common<P> {
  readonly stage: 'flag';
}

/**
 * A check of the value and its siblings. The stages run in order, regardless of the order of the
 * rules: `presence` also runs on absent fields, and its faults stop the other checks; after a fault
 * of a `type`, the size is not checked; `format` and `value` report all faults.
 */
export interface CheckRule<P> extends Common<P> {
  readonly stage: 'presence' | 'type' | 'format' | 'value';
  /** Absent for the framework's own rules. */
  readonly texts?: RuleTexts;
  /** The kind of a valid value. */
  readonly kind?: ValueKind;
  readonly check: (value: unknown, parameter: P, facts: RuleFacts) => boolean;
  /** Converts a valid value; without it, the value is kept. */
  readonly read?: (value: unknown, parameter: P, facts: RuleFacts) => unknown;
}

/** Removes the field from the values if it applies. */
export interface ExclusionRule<P> extends Common<P> {
  readonly stage: 'exclusion';
  /**
   * The description in schemas, because it has no message: `The :attribute field is excluded when
   * :other is :values.`
   */
  readonly sentence: string;
  readonly applies: (parameter: P, facts: RuleFacts) => boolean;
}

/** A regular expression of a definition. It has a time limit. */
export interface PatternRule<P> extends Common<P> {
  readonly stage: 'pattern';
  /** Absent for the framework's own rules. */
  readonly texts?: RuleTexts;
  readonly kind: 'string';
  readonly pattern: (parameter: P) => RegExp;
  /** Whether a valid value matches, or does not match. */
  readonly mustMatch: boolean;
}

/** Looks up the value elsewhere; it only runs if all other rules of the field passed. */
export interface LookupRule<P> extends Common<P> {
  readonly stage: 'lookup';
  /** Absent for the framework's own rules. */
  readonly texts?: RuleTexts;
  readonly kind?: ValueKind;
  /** Whether the result depends on the value alone, so that equal values need one lookup. */
  readonly isByValue?: boolean;
  readonly passes: (
    value: unknown,
    parameter: P,
    facts: RuleFacts,
    ruleContext: RuleContext,
  ) => boolean | Promise<boolean>;
}

/** A rule of the catalogue, with its check, messages and schema. */
export type RuleEntry<P = unknown> =
  FlagRule<P> | CheckRule<P> | ExclusionRule<P> | PatternRule<P> | LookupRule<P>;

/**
 * Returns an entry of the catalogue without the type of its parameter, which only its own functions
 * receive.
 */
export const defineRule = <P>(entry: RuleEntry<P>): RuleEntry => entry as RuleEntry;

/** Returns the JSON Schema of a rule for a kind of values. */
export const partOf = (
  { entry, parameter }: { readonly entry: RuleEntry; readonly parameter: unknown },
  kind: ValueKind | null,
): SchemaPart => entry.schema?.(parameter, kind) ?? inexact();

/** Replaces `:max`, `:values` and so on; placeholders without a value stay. */
export const fillPlaceholders = (
  message: string,
  values: Readonly<Record<string, string | number>>,
): string =>
  message.replace(/:([a-z_]+)/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
