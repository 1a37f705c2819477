import type { Row } from '../connection/database.js';
import { columnJson } from '../values/column-json.js';
import { BETWEEN, markSql, UNWRITABLE } from '../values/marks.js';
import type { ReadStatement } from './read-statement.js';
import { boundedAggregate, joinedJsonSql } from './bounded-aggregate.js';

const between = ` || ${markSql(BETWEEN)} || `;
const unwritable = markSql(UNWRITABLE);

/** Whether all rows of a statement can be sent as JSON. */
export const areJsonRows = ({ types }: ReadStatement): boolean =>
  types.every((type) => columnJson[type].inRows !== 'never');

/**
 * Returns a statement of PostgreSQL as an expression with all of its rows in one string: `[[…],…]`,
 * followed by the JSON strings that the database wrote, which would need escapes inside.
 */
export function rowsAsJson({ sql, types, nested }: ReadStatement): string {
  const names = types.map((_type, at) => `c${at}`);
  const listed = Array.from({ length: nested }, (_none, at) => `n${at}`);
  const values = types.map((type, at) =>
    columnJson[type].inRows === 'text' ? `c${at}::text` : `c${at}`,
  );
  const list = `concat('[', ${joinedJsonSql('j', unwritable)}, ']')`;
  const all =
    nested === 0
      ? list
      : `${list}${between}string_agg(${listed.join(between)}, ${markSql(BETWEEN)})`;
  // Without `offset 0` the JSON of a row would be computed again for every use.
  const rows = `select ${[`json_build_array(${values.join(', ')})::text j`, ...listed].join(', ')} from (${sql}) s(${[...names, ...listed].join(', ')}) offset 0`;
  return boundedAggregate(all, rows, unwritable);
}

/**
 * Returns the rows in a string of {@link rowsAsJson}; `null` if they are too long for one string.
 */
export function rowsFromJson(sql: string | null, { nested }: ReadStatement): readonly Row[] | null {
  if (sql === null) return [];
  const [rows, ...listed] = sql.split(BETWEEN);
  if (rows!.includes(UNWRITABLE)) return null;
  if (nested === 0) return JSON.parse(rows!) as readonly Row[];
  return (JSON.parse(rows!) as readonly Row[]).map((row, at) => [
    ...row,
    ...listed.slice(at * nested, (at + 1) * nested),
  ]);
}
