import type { CompiledColumn, MatchType } from '../../registry/resources/compiled-resource.js';
import { isKeyOf, largestOf, parseKey } from './parse-key.js';
import { parsePeriod, type Period } from './period.js';
import { zoneHint } from './zone-hint.js';
import { quoted, refusal } from './refusal.js';
import { splitList } from './split-list.js';

/** A value to compare a column with; `null` matches columns without a value. */
export type MatchValue = string | number | boolean | Period | null;

/** Parses the values of one type of match. */
interface MatchReader {
  /**
   * Returns a description of valid values for messages. If `input` has the right form but is out of
   * range, the description contains the range.
   */
  expected(column: CompiledColumn, input: string): string;
  /** Returns `undefined` if the input is not a valid value. */
  read(input: string, column: CompiledColumn): Exclude<MatchValue, null> | undefined;
}

const DECIMAL = /^-?\d{1,30}(?:\.\d{1,15})?$/;
const WHOLE = /^-?[1-9]\d*$/;

function expectedNumber(column: CompiledColumn, input: string): string {
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
  expected: expectedNumber,
  read: readNumber,
};

/** One row per type. @contract C5.6 */
const readers: Readonly<Record<MatchType, MatchReader>> = {
  text: {
    expected: ({ type }) => (type === 'uuid' ? 'a UUID' : 'a string'),
    read: (input, column) => (column.type === 'uuid' ? parseKey(input, column) : input),
  },
  number: numbers,
  between: numbers,
  datetime: {
    expected: ({ type }) =>
      type === 'date'
        ? 'a date such as 2024-02-08'
        : 'a date or a timestamp such as 2024-02-08 or 2024-02-08T02:16:20Z',
    read: (input, { type }) => parsePeriod(input, type),
  },
  boolean: { expected: () => '"true", "false"', read: (input) => booleans.get(input) },
};

/**
 * Parses one value of a match. The string `null` means "no value".
 *
 * @param position the position in the parameter's value, for messages
 *
 * @contract C5.6
 * @throws `invalid_query` if the input has another type
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
  const expected = `${readers[type].expected(column, input)} or "null"`;
  throw refusal(
    parameter,
    `Expected ${expected} at position ${position}, found ${quoted(input)}.${zoneHint(input)}`,
  );
}

/**
 * Parses a comma-separated list of values and trims the spaces around the commas. To match a value
 * that contains a comma, clients use `[eq]`.
 *
 * @throws `invalid_query` if a value is empty or has another type
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
  const hint = input === '' && type === 'text' ? ' To match the empty string, use [eq].' : '';
  return `Expected a value at position ${position}, found nothing.${hint}`;
}
