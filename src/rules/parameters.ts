import type { RowSource } from './rule-context.js';
import { decimalOf, compareDecimals, type Decimal } from './decimals.js';

/** A parameter that a rule cannot take; the report says what it takes instead. */
export class ParameterFault extends Error {}

/** Bounds in the wrong order. */
export class BoundsFault extends ParameterFault {
  /** @param ordered the parameter with its bounds in order */
  constructor(readonly ordered: string) {
    super('the lower bound is above the upper');
  }
}

/** What stands behind the colon of a rule. */
export interface Parameter<P> {
  /** As the reference writes it: `:<number>`; empty where the rule takes none. */
  readonly shape: string;
  /** One that the rule takes, for the reference; `null`: without any. */
  readonly example: string | null;
  /** What the rule takes, for the report: `takes a number, such as 10`. */
  readonly wanted: string;
  /** Reads it at boot, once. @throws ParameterFault */
  readonly read: (text: string | null, built: readonly unknown[]) => P;
  /** The fields that it names. */
  readonly siblings?: (parameter: P) => readonly string[];
  /** Where it looks values up; `null`: in the field's own column. */
  readonly source?: (parameter: P) => RowSource | null;
}

function refuse(reason?: string): never {
  throw new ParameterFault(reason);
}

/** Nothing may stand there. */
export const none: Parameter<null> = {
  shape: '',
  example: null,
  wanted: 'takes no parameter',
  read: (text) => (text === null ? null : refuse()),
};

/** Plain decimal digits: `1e3` and `0x10`, which the compiler lets pass, are none. */
const plain = (text: string | undefined): Decimal =>
  (text !== undefined && /^-?\d+(\.\d+)?$/.test(text) ? decimalOf(text) : null) ?? refuse();

/** A bound, with the text that it was written as. */
export interface Bound {
  readonly text: string;
  readonly decimal: Decimal;
}
const bound = (text: string | undefined): Bound => ({ text: text ?? '', decimal: plain(text) });

/** One number. */
export const number: Parameter<Bound> = {
  shape: ':<number>',
  example: '10',
  wanted: 'takes a number, such as 10',
  read: (text) => bound(text ?? undefined),
};

/** Two bounds in order. */
export interface Range {
  readonly min: Bound;
  readonly max: Bound;
}
function readRange(text: string | null): Range {
  const parts = text?.split(',') ?? [];
  const [min, max] = [bound(parts[0]), bound(parts[1])];
  if (parts.length !== 2) refuse();
  if (compareDecimals(min.decimal, max.decimal) > 0)
    throw new BoundsFault(`${max.text},${min.text}`);
  return { min, max };
}

/** Two numbers in order. */
export const pair: Parameter<Range> = {
  shape: ':<min>,<max>',
  example: '1,500',
  wanted: 'takes two numbers in order, such as 1,500',
  read: readRange,
};

const wholeNumber = (text: string | null | undefined): number =>
  text && /^\d{1,4}$/.test(text) ? Number(text) : refuse();

/** How many: of digits, or of places. */
export const count: Parameter<number> = {
  shape: ':<number>',
  example: '4',
  wanted: 'takes a whole number from 0 to 9999, such as 10',
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
const readCounts = (text: string | null): Counts => {
  const [first, second, ...more] = text?.split(',') ?? [];
  return more.length === 0 ? inOrder(wholeNumber(first), wholeNumber(second)) : refuse();
};

/** Two counts in order. */
export const countPair: Parameter<Counts> = {
  shape: ':<min>,<max>',
  example: '4,6',
  wanted: 'takes two whole numbers in order, such as 4,6',
  read: readCounts,
};

/** Decimal places: as many, between two counts, or any. */
export const places: Parameter<Counts | null> = {
  shape: '[:<number>[,<max>]]',
  example: '2',
  wanted: 'takes nothing, a whole number, or two in order, such as 2 or 0,2',
  read: (text) => {
    if (text === null) return null;
    return text.includes(',') ? readCounts(text) : inOrder(wholeNumber(text), wholeNumber(text));
  },
};

const named = (text: string | null): readonly string[] => {
  const parts = text?.split(',') ?? [];
  return parts.length > 0 && parts.every((part) => part !== '') ? parts : refuse();
};

/** Texts between commas; a rule that was built may have numbers, and texts with commas. */
export const list: Parameter<readonly (string | number)[]> = {
  shape: ':<value>,...',
  example: 'a,b',
  wanted: 'takes values between commas, such as a,b',
  read: (text, built) => {
    if (text !== null) return named(text);
    const isList =
      built.length > 0 &&
      built.every((item) => typeof item === 'string' || typeof item === 'number');
    return isList ? built : refuse();
  },
};

/** Texts between commas. */
export const strings: Parameter<readonly string[]> = { ...list, read: named };

/** Texts between commas, or none. */
export const optionalStrings: Parameter<readonly string[] | null> = {
  shape: '[:<value>,...]',
  example: null,
  wanted: 'takes nothing, or names between commas, such as a,b',
  read: (text) => (text === null ? null : named(text)),
};

/** Another field, by its path. */
export const sibling: Parameter<string> = {
  shape: ':<field>',
  example: 'other',
  wanted: 'takes the name of a field',
  read: (text) => (text && !text.includes(',') ? text : refuse()),
  siblings: (path) => [path],
};

/** Other fields, by their paths. */
export const siblings: Parameter<readonly string[]> = {
  shape: ':<field>,...',
  example: 'first,last',
  wanted: 'takes names of fields, such as first,last',
  read: named,
  siblings: (paths) => paths,
};

/** Another field, and the values that matter. */
export interface SiblingValues {
  readonly path: string;
  readonly values: readonly string[];
}
/** Another field and its values. */
export const siblingValues: Parameter<SiblingValues> = {
  shape: ':<field>,<value>,...',
  example: 'role,admin',
  wanted: 'takes a field and its values, such as role,admin',
  read: (text) => {
    const [path = '', ...values] = text?.split(',') ?? [];
    return path !== '' && values.length > 0 ? { path, values } : refuse();
  },
  siblings: ({ path }) => [path],
};

/** A number, or a field whose size is taken. */
export type BoundOrSibling = Bound | { readonly path: string };
/** A number, or another field. */
export const boundOrSibling: Parameter<BoundOrSibling> = {
  shape: ':<number or field>',
  example: '10',
  wanted: 'takes a number or the name of a field',
  read: (text) => {
    if (!text || text.includes(',')) refuse();
    if (/^[a-z_][\w.*-]*$/i.test(text)) return { path: text };
    return bound(text);
  },
  siblings: (parameter) => ('path' in parameter ? [parameter.path] : []),
};

/** One of a few words, or none. */
export const option = (words: readonly string[], wanted: string): Parameter<string | null> => ({
  shape: `[:<${words.join('|')}>]`,
  example: null,
  wanted,
  read: (text) => (text === null || words.includes(text) ? text : refuse()),
});

/** Anything, or nothing: what a team's own rule makes of it is its own matter. */
export const optionalString: Parameter<string | null> = {
  shape: '[:<text>]',
  example: null,
  wanted: 'takes anything, or nothing',
  read: (text, built) => text ?? (typeof built[1] === 'string' ? built[1] : null),
};
