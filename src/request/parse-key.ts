import { RequestError } from '../errors/index.js';
import type { CompiledColumn, ValueType } from '../registry/compiled-resource.js';

const whole = /^(0|-?[1-9]\d{0,18})$/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const loneSurrogate = /\p{Surrogate}/u;
/** Characters of a key that is a text. */
export const MAX_TEXT_LENGTH = 255;

/**
 * How keys are written, where not every text is one: in one way alone, so that no record has two
 * addresses.
 */
export const keyPatterns: Partial<Record<ValueType, string>> = {
  integer: whole.source,
  bigint: whole.source,
  uuid: uuid.source,
};

/** PostgreSQL compares a small column with small numbers alone, and fails at others. */
const small: ReadonlySet<string> = new Set(['smallint', 'int2', 'smallserial']);

/** Of the numbers that a column of integers is compared with; the smallest is as far from zero. */
export const largestOf = ({ databaseType }: CompiledColumn): number =>
  2 ** (small.has(databaseType) ? 15 : 31) - 1;

const isInteger = (text: string, column: CompiledColumn): boolean =>
  whole.test(text) && Math.abs(Number(text)) <= largestOf(column);
const isBigint = (text: string): boolean =>
  whole.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
const isString = (text: string): boolean =>
  text.length > 0 &&
  text.length <= MAX_TEXT_LENGTH &&
  !text.includes('\0') &&
  !loneSurrogate.test(text);

const isKey: Partial<Record<ValueType, (text: string, column: CompiledColumn) => boolean>> = {
  integer: isInteger,
  bigint: isBigint,
  uuid: (text) => uuid.test(text),
  text: isString,
};

/** Is the text a value that the column's keys may have? */
export const isKeyOf = (text: string, column: CompiledColumn): boolean =>
  isKey[column.type]?.(text, column) ?? false;

/**
 * A key as it stands in a path, checked against the type of the key's column before any query,
 * alike on every database; `undefined` when it is none: `1abc`, `01`, `1.0`, `1e0`, an overflow, a
 * uuid in upper case.
 *
 * @contract C1.3
 */
export function parseKey(text: string, column: CompiledColumn): string | number | undefined {
  if (!isKeyOf(text, column)) return undefined;
  return column.type === 'integer' ? Number(text) : text;
}

/**
 * The key of the record that a path names.
 * @throws RequestError `not_found` for what is no key
 * @contract C1.3
 */
export function getKey(text: string, column: CompiledColumn): string | number {
  const key = parseKey(text, column);
  if (key === undefined) throw new RequestError('not_found');
  return key;
}
