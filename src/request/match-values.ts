import type { CompiledColumn, MatchType } from '../registry/compiled-resource.js';
import { isKeyOf, largestOf } from './parse-key.js';
import { parsePeriod, type Period } from './period.js';
import { quoted, refusal } from './refusal.js';
import { splitList } from './split-list.js';

/** A value that a column is held against; `null` for none. */
export type MatchValue = string | number | boolean | Period | null;

/** How the values of one type of match are read. */
interface MatchReader {
  /**
   * What a value looks like, for people; of a `text` that looks so and is none, which values there
   * are.
   */
  wanted(column: CompiledColumn, input: string): string;
  /** `undefined` when the text is no such value. */
  read(input: string, column: CompiledColumn): Exclude<MatchValue, null> | undefined;
}

const DECIMAL = /^-?\d{1,30}(?:\.\d{1,15})?$/;
const WHOLE = /^-?[1-9]\d*$/;

function wantedNumber(column: CompiledColumn, input: string): string {
  const { type } = column;
  if (type !== 'integer' && type !== 'bigint') return 'a number';
  if (!WHOLE.test(input)) return 'a whole number';
  if (type === 'bigint') return 'a whole number from -9223372036854775808 to 9223372036854775807';
  const max = largestOf(column);
  return `a whole number from -${max} to ${max}`;
}

function readNumber(input: string, column: CompiledColumn): string | number | undefined {
  if (column.type === 'integer') return isKeyOf(input, column) ? Number(input) : undefined;
  if (column.type === 'bigint') return isKeyOf(input, column) ? input : undefined;
  if (!DECIMAL.test(input)) return undefined;
  return column.type === 'float' ? Number(input) : input;
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

const numbers: MatchReader = {
  wanted: wantedNumber,
  read: readNumber,
};

/** A row a type. @contract C5.6 */
const readers: Readonly<Record<MatchType, MatchReader>> = {
  text: {
    wanted: ({ type }) => (type === 'uuid' ? 'a uuid in lower case' : 'a text'),
    read: (input, column) => (column.type !== 'uuid' || isKeyOf(input, column) ? input : undefined),
  },
  number: numbers,
  between: numbers,
  datetime: {
    wanted: ({ type }) =>
      type === 'date'
        ? 'a day, such as 2024-02-08'
        : 'a day or an instant, such as 2024-02-08 or 2024-02-08T02:16:20Z',
    read: (input, { type }) => parsePeriod(input, type),
  },
  boolean: { wanted: () => '"true", "false"', read: (input) => booleans.get(input) },
};

/**
 * One value of a match; the text `null` is no value.
 *
 * @param position where it stands in the parameter's value, for a refusal
 *
 * @contract C5.6
 * @throws `invalid_query` when the text is of another type
 */
export function readMatchValue(
  parameter: string,
  input: string,
  type: MatchType,
  column: CompiledColumn,
  position = 0,
): MatchValue {
  if (input === 'null') return null;
  const value = readers[type].read(input, column);
  if (value !== undefined) return value;
  const wanted = `${readers[type].wanted(column, input)} or "null"`;
  throw refusal(parameter, `Expected ${wanted} at position ${position}, found ${quoted(input)}.`);
}

/**
 * The values between commas, without the blanks around these. A text that contains a comma, or has
 * a blank beside one, is matched by `[eq]`.
 *
 * @throws `invalid_query` at an empty one, or one of another type
 */
export function readMatchValues(
  parameter: string,
  input: string,
  type: MatchType,
  column: CompiledColumn,
): readonly MatchValue[] {
  return splitList(input, ',').map(({ value: item, position }) => {
    if (item === '') throw refusal(parameter, emptyItem(position, input, type));
    return readMatchValue(parameter, item, type, column, position);
  });
}

function emptyItem(position: number, input: string, type: MatchType): string {
  const hint = input === '' && type === 'text' ? ' The empty text itself is matched by [eq].' : '';
  return `Expected a value at position ${position}, found nothing.${hint}`;
}
