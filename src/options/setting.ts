import { Transform } from 'class-transformer';
import { IsOptional, ValidateBy } from 'class-validator';

/** What people are told of a setting. */
export interface SettingWords {
  /** What it is for, as a sentence; what its absence means, where it has no default. */
  readonly about: string;
  /** Nobody is shown its value, and it may come from a file: `<NAME>_FILE` names one. */
  readonly secret?: true;
}

/**
 * A row of the table of settings. Its default is what its property holds in a fresh {@link
 * Environment}.
 */
export interface Setting extends SettingWords {
  /** The environment variable. */
  readonly name: string;
  readonly type: string;
  /** What it may be, in words; nothing where every text will do. */
  readonly allowed?: string;
}

/** How a text from the environment becomes a value, and which values pass. */
interface SettingKind extends Pick<Setting, 'type' | 'allowed'> {
  read(this: void, text: string): unknown;
  isValid(this: void, value: unknown): boolean;
}

/** A decorator of a property that holds such a value; the compiler refuses it on another. */
type Row<Value> = <Name extends string>(table: Partial<Record<Name, Value>>, name: Name) => void;

const rows = new WeakMap<object, Setting[]>();

/**
 * The rows of a class of settings, those of the class that it extends first, in the order in which
 * they stand.
 */
export function settingsOf(table: Function): readonly Setting[] {
  const rowsFrom = (prototype: object): readonly Setting[] => {
    const above = Object.getPrototypeOf(prototype) as object | null;
    return [...(above ? rowsFrom(above) : []), ...(rows.get(prototype) ?? [])];
  };
  return rowsFrom(table.prototype as object);
}

const asIs = (text: string): unknown => text;

/** Any text. */
export const Text = (words: SettingWords): Row<string> =>
  row({ type: 'text', read: asIs, isValid: (value) => typeof value === 'string' }, words);

/** A text that passes a check. */
export const Checked = (
  isValid: (value: unknown) => boolean,
  { allowed, ...words }: SettingWords & { readonly allowed: string },
): Row<string> => row({ type: 'text', allowed, read: asIs, isValid }, words);

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
      type: 'flag',
      allowed: 'true or false',
      read: (text) => ({ true: true, false: false })[text] ?? text,
      isValid: (value) => typeof value === 'boolean',
    },
    words,
  );

/** A whole number; from 1 unless told. `unit` is what it counts. */
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
      // Digits alone: Number() would take " 1", "1e3" and "0x10" as well.
      read: (text) => (/^\d+$/.test(text) ? Number(text) : text),
      isValid: (value) =>
        Number.isSafeInteger(value) && Number(value) >= from && Number(value) <= to,
    },
    words,
  );
};

/** Texts with commas between, each of which passes a check. */
export const ListOf = (
  isItem: (value: unknown) => boolean,
  { allowed, ...words }: SettingWords & { readonly allowed: string },
): Row<string[]> =>
  row(
    {
      type: 'list',
      allowed: `a list with commas between, each item ${allowed}`,
      read: (text) => text.split(',').map((item) => item.trim()),
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
    ValidateBy({ name: type, validator: { validate: isValid } }, { message: allowed ?? 'a text' })(
      table,
      name,
    );
    const setting = { name, type, ...(allowed !== undefined && { allowed }), ...words };
    rows.set(table, [...(rows.get(table) ?? []), setting]);
  };
}
