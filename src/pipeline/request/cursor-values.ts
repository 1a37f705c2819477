import type { CompiledColumn } from '../../registry/resources/compiled-resource.js';
import { isKeyOf } from './parse-key.js';
import { parsePeriod } from './period.js';
import type { CursorValue } from './page-cursor.js';

const DECIMAL = /^-?\d{1,38}(?:\.\d{1,38})?$/;
/** An instant as the databases write it, up to its milliseconds. */
const INSTANT = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,3})?)\d{0,3}(?:\+00)?$/;

const isString = (value: CursorValue): value is string =>
  typeof value === 'string' && !/[\0\p{Surrogate}]/u.test(value);

/**
 * Returns whether a driver could have returned the value for the column. Values bound to a
 * statement must have the column's type, even if a client forged the cursor.
 */
export function isCursorValue(
  value: CursorValue,
  column: CompiledColumn,
  isPath: boolean,
): boolean {
  if (value === null) return true;
  if (isPath) return isString(value);
  switch (column.type) {
    case 'integer':
    case 'bigint':
    case 'uuid':
      return (
        (typeof value === 'string' || typeof value === 'number') && isKeyOf(String(value), column)
      );
    case 'decimal':
      return typeof value === 'number' || (isString(value) && DECIMAL.test(value));
    case 'float':
      return typeof value === 'number';
    case 'boolean':
      return value === true || value === false || value === 0 || value === 1;
    case 'datetime':
      return (
        isString(value) &&
        (parsePeriod(INSTANT.exec(value)?.[1] ?? '', 'datetime') !== undefined || isDistant(value))
      );
    case 'date':
      return isString(value) && (parsePeriod(value, 'date') !== undefined || isDistant(value));
    case 'time':
      return isString(value) && TIME.test(value);
    default:
      return isString(value);
  }
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?$/;

/** `10000-01-01 00:00:00`, `0044-03-15 BC`, `infinity`: what PostgreSQL also keeps. */
const DISTANT =
  /^(\d{4,6})-(\d\d)-(\d\d)(?:[ T](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?(?:Z|[+-]\d\d(?::?\d\d)?)?)?( BC)?$/;
/** The last whole years of PostgreSQL's timestamps, and the first ones before Christ. */
const [LAST_YEAR, FIRST_YEAR] = [294_275, 4_712];

/** Whether it is an instant or a day that only PostgreSQL keeps. */
function isDistant(value: string): boolean {
  if (value === 'infinity' || value === '-infinity') return true;
  const [, year, month, day, isBefore] = DISTANT.exec(value) ?? [];
  if (year === undefined || Number(year) === 0) return false;
  if (Number(year) > (isBefore ? FIRST_YEAR : LAST_YEAR)) return false;
  // The calendar repeats after 400 years; the year before 1 is 1 BC.
  const counted = isBefore ? 1 - Number(year) : Number(year);
  const alike = 2000 + (((counted % 400) + 400) % 400);
  const date = new Date(Date.UTC(alike, Number(month) - 1, Number(day)));
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}
