import type { RowSource } from './rule-context.js';
import { decimalOf, compareDecimals, type Decimal } from '../values/decimals.js';

/** A parameter that a rule does not accept; the report contains what it accepts. */
export class ParameterFault extends Error {}

/** Bounds in the wrong order. */
export class BoundsFault extends ParameterFault {
  /** @param ordered the parameter with its bounds in the right order */
  constructor(readonly ordered: string) {
    super('the lower bound is above the upper');
  }
}

/** The part of a rule after the colon. */
export interface RuleParameter<P> {
  /** Its form in the reference: `:<number>`; empty if the rule has no parameter. */
  readonly shape: string;
  /** A valid parameter for the reference; `null` if the rule has no parameter. */
  readonly example: string | null;
  /** Its description for reports: `takes a number, such as 10`. */
  readonly expected: string;
  /** Parses it once, at boot. @throws ParameterFault */
  readonly read: (written: string | null, built: readonly unknown[]) => P;
  /** Returns the fields that it names. */
  readonly siblings?: (parameter: P) => readonly string[];
  /** Returns where it looks values up; `null` for the field's own column. */
  readonly source?: (parameter: P) => RowSource | null;
}

function refuse(reason?: string): never {
  throw new ParameterFault(reason);
}

/** No parameter. */
export const none: RuleParameter<null> = {
  shape: '',
  example: null,
  expected: 'takes no parameter',
  read: (written) => (written === null ? null : refuse()),
};

/** Accepts plain decimal digits, but not `1e3` and `0x10`, which compile. */
const plain = (written: string | undefined): Decimal =>
  (written !== undefined && /^-?\d+(\.\d+)?$/.test(written) ? decimalOf(written) : null) ??
  refuse();

/** A bound, and how it was written. */
export interface Bound {
  readonly written: string;
  readonly decimal: Decimal;
}
const bound = (written: string | undefined): Bound => ({
  written: written ?? '',
  decimal: plain(written),
});

/** One number. */
export const number: RuleParameter<Bound> = {
  shape: ':<number>',
  example: '10',
  expected: 'takes a number, such as 10',
  read: (written) => bound(written ?? undefined),
};

/** Two bounds in order. */
export interface Range {
  readonly min: Bound;
  readonly max: Bound;
}
function readRange(written: string | null): Range {
  const parts = written?.split(',') ?? [];
  const [min, max] = [bound(parts[0]), bound(parts[1])];
  if (parts.length !== 2) refuse();
  if (compareDecimals(min.decimal, max.decimal) > 0)
    throw new BoundsFault(`${max.written},${min.written}`);
  return { min, max };
}

/** Two numbers in order. */
export const pair: RuleParameter<Range> = {
  shape: ':<min>,<max>',
  example: '1,500',
  expected: 'takes two numbers in order, such as 1,500',
  read: readRange,
};

const wholeNumber = (written: string | null | undefined): number =>
  written && /^\d{1,4}$/.test(written) ? Number(written) : refuse();

/** A number of digits or of decimal places. */
export const count: RuleParameter<number> = {
  shape: ':<number>',
  example: '4',
  expected: 'takes a whole number from 0 to 9999, such as 10',
  read: wholeNumber,
};

/** Two whole numbers in order. */
export interface Counts {
  readonly min: number;
  readonly max: number;
}
function inOrder(min: number, max: number): Counts {
  if (min > max) throw new BoundsFault(`${max},${min}`);
  return { min, max };
}
const readCounts = (written: string | null): Counts => {
  const [first, second, ...more] = written?.split(',') ?? [];
  return more.length === 0 ? inOrder(wholeNumber(first), wholeNumber(second)) : refuse();
};

/** Two counts in order. */
export const countPair: RuleParameter<Counts> = {
  shape: ':<min>,<max>',
  example: '4,6',
  expected: 'takes two whole numbers in order, such as 4,6',
  read: readCounts,
};

/** Decimal places: an exact number, a range, or any. */
export const places: RuleParameter<Counts | null> = {
  shape: '[:<number>[,<max>]]',
  example: '2',
  expected: 'takes nothing, a whole number, or two in order, such as 2 or 0,2',
  read: (written) => {
    if (written === null) return null;
    return written.includes(',')
      ? readCounts(written)
      : inOrder(wholeNumber(written), wholeNumber(written));
  },
};

const named = (written: string | null): readonly string[] => {
  const parts = written?.split(',') ?? [];
  return parts.length > 0 && parts.every((part) => part !== '') ? parts : refuse();
};

/** Comma-separated values; a built rule may have numbers and strings with commas. */
export const list: RuleParameter<readonly (string | number)[]> = {
  shape: ':<value>,...',
  example: 'a,b',
  expected: 'takes comma-separated values, such as a,b',
  read: (written, built) => {
    if (written !== null) return named(written);
    const isList =
      built.length > 0 &&
      built.every((item) => typeof item === 'string' || typeof item === 'number');
    return isList ? built : refuse();
  },
};

/** Comma-separated strings. */
export const strings: RuleParameter<readonly string[]> = { ...list, read: named };

/** Comma-separated strings, or no parameter. */
export const optionalStrings: RuleParameter<readonly string[] | null> = {
  shape: '[:<value>,...]',
  example: null,
  expected: 'takes nothing, or comma-separated names, such as a,b',
  read: (written) => (written === null ? null : named(written)),
};

/** Another field, by its path. */
export const sibling: RuleParameter<string> = {
  shape: ':<field>',
  example: 'other',
  expected: 'takes the name of a field',
  read: (written) => (written && !written.includes(',') ? written : refuse()),
  siblings: (path) => [path],
};

/** Other fields, by their paths. */
export const siblings: RuleParameter<readonly string[]> = {
  shape: ':<field>,...',
  example: 'first,last',
  expected: 'takes names of fields, such as first,last',
  read: named,
  siblings: (paths) => paths,
};

/** Another field, and the values to compare it with. */
export interface SiblingValues {
  readonly path: string;
  readonly values: readonly string[];
}
/** Another field and its values. */
export const siblingValues: RuleParameter<SiblingValues> = {
  shape: ':<field>,<value>,...',
  example: 'role,admin',
  expected: 'takes a field and its values, such as role,admin',
  read: (written) => {
    const [path = '', ...values] = written?.split(',') ?? [];
    return path !== '' && values.length > 0 ? { path, values } : refuse();
  },
  siblings: ({ path }) => [path],
};

/** A number, or a field whose size is taken. */
export type BoundOrSibling = Bound | { readonly path: string };
/** A number, or another field. */
export const boundOrSibling: RuleParameter<BoundOrSibling> = {
  shape: ':<number or field>',
  example: '10',
  expected: 'takes a number or the name of a field',
  read: (written) => {
    if (!written || written.includes(',')) refuse();
    if (/^[a-z_][\w.*-]*$/i.test(written)) return { path: written };
    return bound(written);
  },
  siblings: (parameter) => ('path' in parameter ? [parameter.path] : []),
};

/** One of a few words, or none. */
export const option = (
  words: readonly string[],
  expected: string,
): RuleParameter<string | null> => ({
  shape: `[:<${words.join('|')}>]`,
  example: null,
  expected,
  read: (written) => (written === null || words.includes(written) ? written : refuse()),
});

/** Any string, or no parameter, for custom rules. */
export const optionalString: RuleParameter<string | null> = {
  shape: '[:<value>]',
  example: null,
  expected: 'takes anything, or nothing',
  read: (written, built) => written ?? (typeof built[1] === 'string' ? built[1] : null),
};
