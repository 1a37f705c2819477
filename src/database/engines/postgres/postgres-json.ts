import { markSql, UNWRITABLE } from '../../values/marks.js';
import { boundedAggregate, joinedJsonSql } from '../../dialects/bounded-aggregate.js';
import type { JsonSql } from '../../dialects/dialect.js';
import { jsonFormOf } from '../../values/column-json.js';

/** The most arguments of a function in PostgreSQL. */
const MAX_ARGUMENTS = 100;

/** Writes JSON in PostgreSQL, for the columns that it may write by `columnJson`. */
export const postgresJson: JsonSql = {
  value(column, expression, asNumber) {
    const form = jsonFormOf(column, asNumber).postgres;
    if (!form?.types.has(column.databaseType)) return null;
    const json = form.text(expression);
    if (!form.holds) return `coalesce(${json}, 'null')`;
    return `case when ${form.holds(expression)} then ${json} when ${expression} is null then 'null' else ${markSql(UNWRITABLE)} end`;
  },
  concat,
  list: (sql) => boundedAggregate(`concat('[', ${joinedJsonSql('j')}, ']')`, sql),
  one: (sql) => `coalesce((${sql}), 'null')`,
};

function concat(pieces: readonly string[]): string {
  if (pieces.length <= MAX_ARGUMENTS) return `concat(${pieces.join(', ')})`;
  const parts: string[] = [];
  for (let at = 0; at < pieces.length; at += MAX_ARGUMENTS)
    parts.push(concat(pieces.slice(at, at + MAX_ARGUMENTS)));
  return concat(parts);
}
