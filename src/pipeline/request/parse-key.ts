import { RequestError } from '../../base/errors/index.js';
import type { CompiledColumn, ValueType } from '../../registry/resources/compiled-resource.js';

const whole = /^(0|-?[1-9]\d{0,18})$/;
/** In any case, as RFC 9562 demands of those who read it. */
const uuid = /^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$/;
const loneSurrogate = /\p{Surrogate}/u;
/** The maximum number of characters of a string key. */
export const MAX_TEXT_LENGTH = 255;

/** The patterns of keys that cannot be any string. */
export const keyPatterns: Partial<Record<ValueType, string>> = {
  integer: whole.source,
  bigint: whole.source,
  uuid: uuid.source,
};

/** PostgreSQL fails if it compares these columns with larger numbers. */
const small: ReadonlySet<string> = new Set(['smallint', 'int2', 'smallserial']);

/** Returns the largest number that an integer column is compared with; its negative is the smallest. */
export const largestOf = ({ databaseType }: CompiledColumn): number =>
  2 ** (small.has(databaseType) ? 15 : 31) - 1;

const isInteger = (value: string, column: CompiledColumn): boolean =>
  whole.test(value) && Math.abs(Number(value)) <= largestOf(column);
const isBigint = (value: string): boolean =>
  whole.test(value) && BigInt.asIntN(64, BigInt(value)) === BigInt(value);
const isString = (value: string): boolean =>
  value.length > 0 &&
  value.length <= MAX_TEXT_LENGTH &&
  !value.includes('\0') &&
  !loneSurrogate.test(value);

const isKey: Partial<Record<ValueType, (value: string, column: CompiledColumn) => boolean>> = {
  integer: isInteger,
  bigint: isBigint,
  uuid: (value) => uuid.test(value),
  text: isString,
};

/** Returns whether the string is a valid key of the column. */
export const isKeyOf = (value: string, column: CompiledColumn): boolean =>
  isKey[column.type]?.(value, column) ?? false;

/**
 * Parses a key in a path. It is checked against the type of the key column before any query, in the
 * same way on every database. Returns `undefined` for `1abc`, `01`, `1.0`, `1e0` or an overflow. A
 * UUID is returned in lower case.
 *
 * @contract C1.3
 */
export function parseKey(value: string, column: CompiledColumn): string | number | undefined {
  if (!isKeyOf(value, column)) return undefined;
  if (column.type === 'integer') return Number(value);
  return column.type === 'uuid' ? value.toLowerCase() : value;
}

/**
 * Returns the key of the record that a path names.
 *
 * @throws RequestError `not_found` if the string is not a valid key
 * @contract C1.3
 */
export function getKey(value: string, column: CompiledColumn): string | number {
  const key = parseKey(value, column);
  if (key === undefined) throw new RequestError('not_found');
  return key;
}
