import { markSql, UNWRITABLE } from '../sql/marks.js';
import { boundedAggregate, joinedJsonSql } from '../dialects/bounded-aggregate.js';
import type { CompiledColumn } from '../../registry/compiled-resource.js';
import { doubleQuoted, type JsonSql } from '../dialects/dialect.js';
import { jsonFormOf } from '../json/column-json.js';

/** The most arguments of a function in PostgreSQL. */
const MAX_ARGUMENTS = 100;

/** Writes JSON in PostgreSQL, for the columns that it may write by `columnJson`. */
export const postgresJson: JsonSql = {
  value: (column, expression, asNumber) =>
    valueSql(
      column,
      expression,
      asNumber,
      `when ${expression} is null then 'null' else ${markSql(UNWRITABLE)}`,
    ),
  valueOrNull: (column, alias, asNumber) =>
    valueSql(column, `${alias}.${doubleQuoted(column.name)}`, asNumber, `else 'null'`),
  concat,
  joined: (pieces) => `array_to_string(array[${pieces.join(', ')}], ',')`,
  list: (sql) => boundedAggregate(`concat('[', ${joinedJsonSql('j')}, ']')`, sql),
  one: (sql) => `coalesce((${sql}), 'null')`,
};

/** @param otherwise the end of a `case`, for null and for values that do not fit their column */
function valueSql(
  column: CompiledColumn,
  expression: string,
  asNumber: boolean,
  otherwise: string,
): string | null {
  const form = jsonFormOf(column, asNumber).postgres;
  if (!form?.types.has(column.databaseType)) return null;
  const json = form.text(expression);
  if (!form.holds) return `coalesce(${json}, 'null')`;
  return `case when ${form.holds(expression)} then ${json} ${otherwise} end`;
}

function concat(pieces: readonly string[]): string {
  if (pieces.length <= MAX_ARGUMENTS) return `concat(${pieces.join(', ')})`;
  const parts: string[] = [];
  for (let at = 0; at < pieces.length; at += MAX_ARGUMENTS)
    parts.push(concat(pieces.slice(at, at + MAX_ARGUMENTS)));
  return concat(parts);
}
