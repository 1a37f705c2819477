import type { Decimal } from './decimals.js';
import type { RuleContext } from './rule-context.js';
import type { Parameter } from './parameters.js';
import { inexact, type SchemaPart } from './json-schema.js';
import type { ValueKind } from './value-kind.js';

/** What a check may look at besides the value. */
export interface Facts {
  /** The field's dotted path, with the positions of items: `lines.0.qty`. */
  readonly path: string;
  /** What the field's values are, as its rules or its column say; `null`: nothing says. */
  readonly kind: ValueKind | null;
  /** The moment of the check. */
  readonly now: Date;
  /**
   * The value of another field, by its path from the top, `*` being this item's list; `undefined`:
   * it is absent.
   */
  sibling(path: string): unknown;
  /** Is another field given: not null, blank or an empty list? */
  isGiven(path: string): boolean;
  /**
   * The size of another field's value, measured as this field's is; `undefined` where it is absent
   * or null.
   */
  siblingSize(path: string): Decimal | null | undefined;
  /** Does the list in another field hold the value? */
  isListed(value: unknown, path: string): boolean;
  /** How often the value stands under this field, at whatever positions, this one counted. */
  occurrences(value: unknown): number;
  /** The moment that a value of this field, or of another, means by its format; `null`: none. */
  instant(value: unknown, path?: string): Date | null;
}

/**
 * A text with placeholders such as `:attribute`; where the wording hangs on what is measured, one
 * for each kind.
 */
export type Wording = string | Readonly<Partial<Record<ValueKind, string>> & { other: string }>;
/**
 * The text of a rule's refusal by language; the framework's own rules have German and French, too.
 */
export interface RuleTexts {
  readonly en: Wording;
  readonly [language: string]: Wording;
}

interface Common<P> {
  readonly name: string;
  readonly parameter: Parameter<P>;
  /** What it asks for, as a row of the reference. */
  readonly description: string;
  /** What stands in the texts in place of `:max`, `:values`, `:other`. */
  readonly placeholders?: (parameter: P) => Readonly<Record<string, string | number>>;
  readonly schema?: (parameter: P, kind: ValueKind | null) => SchemaPart;
}

/** Refuses nothing by itself: it says how the field's other rules are taken. */
export interface FlagRule<P> extends Common<P> {
  readonly stage: 'flag';
}

/**
 * A check by the value and its siblings. The stages follow each other, wherever a rule stands in
 * the list: `presence` runs on absent fields too, and what it refuses is not looked at further;
 * what is refused as a `type` is not measured; `format` and `value` are all told.
 */
export interface CheckRule<P> extends Common<P> {
  readonly stage: 'presence' | 'type' | 'format' | 'value';
  readonly texts: RuleTexts;
  /** What a value that passes is. */
  readonly kind?: ValueKind;
  readonly check: (value: unknown, parameter: P, facts: Facts) => boolean;
  /** What becomes of a value that passes; it is kept as it is where this is left out. */
  readonly read?: (value: unknown, parameter: P, facts: Facts) => unknown;
}

/** Takes the field out of the values where it applies. */
export interface ExclusionRule<P> extends Common<P> {
  readonly stage: 'exclusion';
  /**
   * What schemas say of it, since it refuses nothing: `The :attribute field is left out when :other
   * is :values.`
   */
  readonly says: string;
  readonly applies: (parameter: P, facts: Facts) => boolean;
}

/** A regular expression of a definition; it runs under a clock. */
export interface PatternRule<P> extends Common<P> {
  readonly stage: 'pattern';
  readonly texts: RuleTexts;
  readonly kind: 'string';
  readonly pattern: (parameter: P) => RegExp;
  /** Is a match what passes, or what is refused? */
  readonly wanted: boolean;
}

/** Asks beyond the values, and so only where all other rules of the field passed. */
export interface LookupRule<P> extends Common<P> {
  readonly stage: 'lookup';
  readonly texts: RuleTexts;
  readonly kind?: ValueKind;
  /** Does the answer hang on the value alone, so that equal values need one question? */
  readonly isByValue?: boolean;
  readonly passes: (
    value: unknown,
    parameter: P,
    facts: Facts,
    context: RuleContext,
  ) => boolean | Promise<boolean>;
}

/** A rule of the catalogue: its check, its texts and its schema, in one place. */
export type RuleEntry<P = unknown> =
  FlagRule<P> | CheckRule<P> | ExclusionRule<P> | PatternRule<P> | LookupRule<P>;
/** When a rule has its turn. */
export type Stage = RuleEntry['stage'];

/**
 * An entry of the catalogue, which no longer says what its parameter is: only its own functions are
 * given it.
 */
export const defineRule = <P>(entry: RuleEntry<P>): RuleEntry => entry as RuleEntry;

/** What a rule says in JSON Schema of values of a kind. */
export const partOf = (
  { entry, parameter }: { readonly entry: RuleEntry; readonly parameter: unknown },
  kind: ValueKind | null,
): SchemaPart => entry.schema?.(parameter, kind) ?? inexact();

/** `:max`, `:values` ... of a text, replaced; what has no value stays. */
export const fillPlaceholders = (
  text: string,
  values: Readonly<Record<string, string | number>>,
): string =>
  text.replace(/:([a-z_]+)/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
