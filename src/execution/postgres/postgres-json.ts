import { markSql, UNWRITABLE } from '../sql/marks.js';
import { boundedAggregate, joinedJsonSql } from '../dialects/bounded-aggregate.js';
import type { JsonSql } from '../dialects/dialect.js';
import { jsonFormOf } from '../json/column-json.js';

/** A function of PostgreSQL takes no more arguments. */
const MAX_ARGUMENTS = 100;

/** JSON as PostgreSQL writes it, of the columns that it may write by `columnJson`. */
export const postgresJson: JsonSql = {
  value(column, expression, asNumber) {
    const form = jsonFormOf(column, asNumber).postgres;
    if (!form?.types.has(column.databaseType)) return null;
    const text = form.text(expression);
    if (!form.holds) return `coalesce(${text}, 'null')`;
    return `case when ${form.holds(expression)} then ${text} when ${expression} is null then 'null' else ${markSql(UNWRITABLE)} end`;
  },
  concat,
  list: (texts) => boundedAggregate(`concat('[', ${joinedJsonSql('j')}, ']')`, texts),
  one: (texts) => `coalesce((${texts}), 'null')`,
};

function concat(pieces: readonly string[]): string {
  if (pieces.length <= MAX_ARGUMENTS) return `concat(${pieces.join(', ')})`;
  const parts: string[] = [];
  for (let at = 0; at < pieces.length; at += MAX_ARGUMENTS)
    parts.push(concat(pieces.slice(at, at + MAX_ARGUMENTS)));
  return concat(parts);
}
