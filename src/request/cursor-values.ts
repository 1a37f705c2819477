import type { CompiledColumn } from '../registry/compiled-resource.js';
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
        isString(value) && parsePeriod(INSTANT.exec(value)?.[1] ?? '', 'datetime') !== undefined
      );
    case 'date':
      return isString(value) && parsePeriod(value, 'date') !== undefined;
    default:
      return isString(value);
  }
}
