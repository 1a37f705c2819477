/** A setting of a deployment, which an environment variable or an option sets. */
export interface Setting<Value = unknown> {
  /** One sentence about its purpose and, if it has no default, about its absence. */
  readonly about: string;
  readonly type: 'string' | 'word' | 'boolean' | 'number' | 'list';
  /** The allowed values, for messages after "must be"; absent if every string is allowed. */
  readonly allowed?: string;
  /** The same for an option in code, if it is written in another way there. */
  readonly allowedOption?: string;
  readonly default: Value;
  /** The path of the option that it sets; absent if it is about the process. */
  readonly option?: string;
  /** Its value is never shown, and `<NAME>_FILE` may name a file that contains it. */
  readonly secret?: true;
  /** Converts a variable; what cannot be converted stays as it is, and is not valid. */
  read(this: void, variable: string): unknown;
  isValid(this: void, value: unknown): boolean;
}

/** What a row of the table contains, for settings of every type. */
interface Row<Value> extends Pick<Setting, 'about' | 'option' | 'secret'> {
  readonly default?: Value;
}

/** A setting without a default may be absent. */
type Defaulted<Given, Value> = Given extends { readonly default: Value }
  ? Setting<Value>
  : Setting<Value | undefined>;

type Kind = Pick<Setting, 'type' | 'allowed' | 'allowedOption' | 'read' | 'isValid'>;

const define = <Given extends Row<Value>, Value>(given: Given, kind: Kind) =>
  ({ default: undefined, ...given, ...kind }) as unknown as Defaulted<Given, Value>;

const asIs = (variable: string): unknown => variable;

/** Any string. */
export const text = <Given extends Row<string>>(given: Given): Defaulted<Given, string> =>
  define(given, {
    type: 'string',
    read: asIs,
    isValid: (value) => typeof value === 'string' && value !== '',
  });

/** A string that passes a check. */
export const checked = <Given extends Row<string>>(
  isValid: (value: unknown) => boolean,
  allowed: string,
  given: Given,
): Defaulted<Given, string> => define(given, { type: 'string', allowed, read: asIs, isValid });

/** One of some words. */
export const wordOf = <Word extends string, Given extends Row<Word>>(
  words: readonly Word[],
  given: Given,
): Defaulted<Given, Word> =>
  define(given, {
    type: 'word',
    allowed: `one of ${words.join(', ')}`,
    read: asIs,
    isValid: (value) => words.some((word) => word === value),
  });

/** `true` or `false`. */
export const flag = <Given extends Row<boolean>>(given: Given): Defaulted<Given, boolean> =>
  define(given, {
    type: 'boolean',
    allowed: 'true or false',
    read: (variable) => ({ true: true, false: false })[variable] ?? variable,
    isValid: (value) => typeof value === 'boolean',
  });

/** A whole number, from 1 by default. `unit` is what it counts. */
export const wholeNumber = <Given extends Row<number>>({
  from = 1,
  to = Number.MAX_SAFE_INTEGER,
  unit,
  ...given
}: Given & {
  readonly from?: number;
  readonly to?: number;
  readonly unit?: string;
}): Defaulted<Given, number> => {
  const range =
    to === Number.MAX_SAFE_INTEGER ? `from ${from}` : `from ${from} to ${to.toLocaleString('en')}`;
  return define(given as unknown as Given, {
    type: 'number',
    allowed: `a whole number ${range}${unit === undefined ? '' : ` (${unit})`}`,
    // Number() would also accept " 1", "1e3" and "0x10".
    read: (variable) => (/^\d+$/.test(variable) ? Number(variable) : variable),
    isValid: (value) => Number.isSafeInteger(value) && Number(value) >= from && Number(value) <= to,
  });
};

/**
 * A list of strings that pass a check; separated by commas in a variable. It may be empty if it is by
 * default.
 */
export const listOf = <Given extends Row<readonly string[]>>(
  isItem: (value: unknown) => boolean,
  allowed: string,
  given: Given,
): Defaulted<Given, readonly string[]> =>
  define(given, {
    type: 'list',
    allowed: `a comma-separated list, each item ${allowed}`,
    allowedOption: `a list, each item ${allowed}`,
    read: (variable) => variable.split(',').map((item) => item.trim()),
    isValid: (value) =>
      Array.isArray(value) &&
      (value.length > 0 || given.default?.length === 0) &&
      value.every(isItem),
  });
