import type { ResolvedCondition } from '../../../pipeline/authorization/resolved-condition.js';
import type {
  CompiledColumn,
  CompiledTable,
} from '../../../registry/resources/compiled-resource.js';
import { plainDigits } from '../../../base/plain-digits.js';
import type { Row } from '../../connection/database.js';
import { named, type Dialect } from '../../dialects/dialect.js';
import { entityReader } from '../../values/values.js';
import { conditionSql } from './condition-sql.js';
import type { Fragment } from './fragment.js';

/** What is computed of rows `t`, and how its columns are read. */
export interface Aggregate<Result> {
  /** The selected expressions, joined by commas. */
  sql(dialect: Dialect): string;
  /** Reads the values of these expressions. */
  read(values: Row): Result;
}

/** The number of rows. */
export const countOfRows: Aggregate<number> = {
  sql: () => 'count(*)',
  read: ([count]) => Number(count),
};

/**
 * The exact sum of a column, 0 without a value: a number of an integer, a string of a bigint, a
 * string with the column's decimal places of a decimal. Floats have a number, which is not exact.
 */
export const sumOf = (column: CompiledColumn): Aggregate<number | string> => ({
  sql: (dialect) => sumSql(column, dialect),
  read: ([sum]) => readSum(sum, column),
});

/**
 * The average of the values of a column as a number, `null` without one. It is computed from the
 * exact sum, so that every database has the same.
 */
export const averageOf = (column: CompiledColumn): Aggregate<number | null> => ({
  sql: (dialect) => `${sumSql(column, dialect)}, count(${named(dialect, column, 't')})`,
  read: ([sum, count]) => (Number(count) === 0 ? null : sumNumber(sum, column) / Number(count)),
});

/** The lowest or the highest value of a column as in the entity, `null` without one. */
export function extremeOf(column: CompiledColumn, which: 'min' | 'max'): Aggregate<unknown> {
  const read = entityReader(column);
  return {
    sql(dialect) {
      const found = `${which}(${dialect.sortable(named(dialect, column, 't'), column)})`;
      return column.type === 'bigint' ? dialect.castKey(found, 'bigint', 'text') : found;
    },
    read: ([value]) => (read ? (read(value) ?? null) : value),
  };
}

/** Returns the statement that computes an aggregate of the rows that meet the condition. */
export function aggregateSql(
  aggregate: Aggregate<unknown>,
  { name }: CompiledTable,
  condition: ResolvedCondition,
  dialect: Dialect,
): Pick<Fragment, 'values' | 'sql'> {
  const { values, sql } = conditionSql(condition, dialect);
  return {
    values,
    sql: () => `select ${aggregate.sql(dialect)} from ${dialect.quote(name)} t where ${sql('t')}`,
  };
}

/**
 * Returns the statement that computes an aggregate for each value of a column. A row begins with
 * the value.
 *
 * @param max the most rows
 */
export function groupedSql(
  aggregate: Aggregate<unknown>,
  column: CompiledColumn,
  { name }: CompiledTable,
  condition: ResolvedCondition,
  max: number,
  dialect: Dialect,
): Pick<Fragment, 'values' | 'sql'> {
  const { values, sql } = conditionSql(condition, dialect);
  const group = dialect.comparable(named(dialect, column, 't'), column);
  const value = column.type === 'bigint' ? dialect.castKey(group, 'bigint', 'text') : group;
  return {
    values,
    sql: () =>
      `select ${value}, ${aggregate.sql(dialect)} from ${dialect.quote(name)} t` +
      ` where ${sql('t')} group by ${group} limit ${max}`,
  };
}

function sumSql(column: CompiledColumn, dialect: Dialect): string {
  const expression = named(dialect, column, 't');
  return column.type === 'float' ? `sum(${expression})` : dialect.sum(expression, column);
}

function readSum(sum: unknown, column: CompiledColumn): number | string {
  if (column.type === 'float') return Number(sum ?? 0);
  if (hasAnyPlaces(column)) return plainDigits((sum as string | null) ?? '0');
  const units = unitsOf(sum as string | null, column.scale ?? 0);
  if (column.type !== 'integer') return decimalOf(units, column.scale ?? 0);
  const whole = Number(units);
  if (!Number.isSafeInteger(whole))
    throw new RangeError(`The sum ${units} of ${column.name} is too large for a number.`);
  return whole;
}

const sumNumber = (sum: unknown, column: CompiledColumn): number =>
  column.type === 'float' || hasAnyPlaces(column)
    ? Number(sum)
    : Number(decimalOf(unitsOf(sum as string | null, column.scale ?? 0), column.scale ?? 0));

/** Whether each value has places of its own; the database adds them, and writes the sum in full. */
const hasAnyPlaces = ({ type, scale }: CompiledColumn): boolean =>
  type === 'decimal' && scale === null;

/** Returns a sum in units of the last decimal place. See {@link Dialect.sum}. */
function unitsOf(sum: string | null, scale: number): bigint {
  if (sum === null) return 0n;
  const numbers = sum.split(' ');
  if (numbers.length === 1) {
    const [whole, places = ''] = sum.split('.');
    return BigInt(whole + places.padEnd(scale, '0'));
  }
  const [high, low, fractionHigh = '0', fractionLow = '0'] = numbers as [string, string];
  const unwritten = scale - Math.min(scale, 15);
  return (
    joined(high, low) * 10n ** BigInt(scale) +
    joined(fractionHigh, fractionLow) * 10n ** BigInt(unwritten)
  );
}

const joined = (high: string, low: string): bigint => (BigInt(high) << 32n) + BigInt(low);

/** `-5` with two decimal places: `-0.05` */
function decimalOf(units: bigint, scale: number): string {
  if (scale === 0) return String(units);
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
