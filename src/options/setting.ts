import { Transform } from 'class-transformer';
import { IsOptional, ValidateBy } from 'class-validator';

/** The description of a setting. */
export interface SettingWords {
  /** One sentence about its purpose and, if it has no default, about its absence. */
  readonly about: string;
  /** Its value is never shown, and `<NAME>_FILE` may name a file that contains it. */
  readonly secret?: true;
}

/**
 * A row of the table of settings. Its default is the value of its property in a new
 * {@link Environment}.
 */
export interface Setting extends SettingWords {
  /** The environment variable. */
  readonly name: string;
  readonly type: string;
  /** The allowed values, for messages after "must be"; absent if every string is allowed. */
  readonly allowed?: string;
}

/** How a variable becomes a value, and which values are valid. */
interface SettingKind extends Pick<Setting, 'type' | 'allowed'> {
  read(this: void, variable: string): unknown;
  isValid(this: void, value: unknown): boolean;
}

/** A decorator of properties with this type of value; it does not compile on others. */
type Row<Value> = <Name extends string>(table: Partial<Record<Name, Value>>, name: Name) => void;

const rows = new WeakMap<object, Setting[]>();

/**
 * Returns the rows of a class of settings in order of declaration, those of its base class first.
 */
export function settingsOf(table: Function): readonly Setting[] {
  const rowsFrom = (prototype: object): readonly Setting[] => {
    const above = Object.getPrototypeOf(prototype) as object | null;
    return [...(above ? rowsFrom(above) : []), ...(rows.get(prototype) ?? [])];
  };
  return rowsFrom(table.prototype as object);
}

const asIs = (variable: string): unknown => variable;

/** Any string. */
export const Text = (words: SettingWords): Row<string> =>
  row({ type: 'string', read: asIs, isValid: (value) => typeof value === 'string' }, words);

/** A string that passes a check. */
export const Checked = (
  isValid: (value: unknown) => boolean,
  { allowed, ...words }: SettingWords & { readonly allowed: string },
): Row<string> => row({ type: 'string', allowed, read: asIs, isValid }, words);

/** One of some words. */
export const OneOf = <Word extends string>(
  choices: readonly Word[],
  words: SettingWords,
): Row<Word> =>
  row(
    {
      type: 'word',
      allowed: `one of ${choices.join(', ')}`,
      read: asIs,
      isValid: (value) => choices.some((choice) => choice === value),
    },
    words,
  );

/** `true` or `false`. */
export const Flag = (words: SettingWords): Row<boolean> =>
  row(
    {
      type: 'boolean',
      allowed: 'true or false',
      read: (variable) => ({ true: true, false: false })[variable] ?? variable,
      isValid: (value) => typeof value === 'boolean',
    },
    words,
  );

/** A whole number, from 1 by default. `unit` is what it counts. */
export const WholeNumber = ({
  from = 1,
  to = Number.MAX_SAFE_INTEGER,
  unit,
  ...words
}: SettingWords & {
  readonly from?: number;
  readonly to?: number;
  readonly unit?: string;
}): Row<number> => {
  const range = to === Number.MAX_SAFE_INTEGER ? `from ${from}` : `from ${from} to ${to}`;
  return row(
    {
      type: 'number',
      allowed: `a whole number ${range}${unit === undefined ? '' : ` (${unit})`}`,
      // Number() would also accept " 1", "1e3" and "0x10".
      read: (variable) => (/^\d+$/.test(variable) ? Number(variable) : variable),
      isValid: (value) =>
        Number.isSafeInteger(value) && Number(value) >= from && Number(value) <= to,
    },
    words,
  );
};

/** A comma-separated list of strings that pass a check. */
export const ListOf = (
  isItem: (value: unknown) => boolean,
  { allowed, ...words }: SettingWords & { readonly allowed: string },
): Row<string[]> =>
  row(
    {
      type: 'list',
      allowed: `a comma-separated list, each item ${allowed}`,
      read: (variable) => variable.split(',').map((item) => item.trim()),
      isValid: (value) => Array.isArray(value) && value.every(isItem),
    },
    words,
  );

function row<Value>(
  { type, allowed, read, isValid }: SettingKind,
  words: SettingWords,
): Row<Value> {
  return (table, name) => {
    Transform(({ value }) => read(String(value)))(table, name);
    IsOptional()(table, name);
    ValidateBy(
      { name: type, validator: { validate: isValid } },
      { message: allowed ?? 'a string' },
    )(table, name);
    const setting = { name, type, ...(allowed !== undefined && { allowed }), ...words };
    rows.set(table, [...(rows.get(table) ?? []), setting]);
  };
}
