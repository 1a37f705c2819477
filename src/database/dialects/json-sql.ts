import { boundedAggregate, joinedJsonSql } from './bounded-aggregate.js';
import type { JsonSql } from './dialect.js';

/** The most arguments of a function in PostgreSQL and SQLite. */
const MAX_ARGUMENTS = 100;

/** Returns how a database with `concat` and `string_agg` writes JSON. */
export const jsonSql = (
  own: Pick<JsonSql, 'maxShapes' | 'unwritable' | 'value' | 'chosen'>,
): JsonSql => ({
  ...own,
  concat,
  list: (sql) =>
    boundedAggregate(
      `concat('[', ${joinedJsonSql('j', own.unwritable)}, ']')`,
      sql,
      own.unwritable,
    ),
  one: (sql) => `coalesce((${sql}), 'null')`,
});

function concat(pieces: readonly string[]): string {
  if (pieces.length <= MAX_ARGUMENTS) return `concat(${pieces.join(', ')})`;
  const parts: string[] = [];
  for (let at = 0; at < pieces.length; at += MAX_ARGUMENTS)
    parts.push(concat(pieces.slice(at, at + MAX_ARGUMENTS)));
  return concat(parts);
}
