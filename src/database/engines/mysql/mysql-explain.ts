import type { Row } from '../../connection/database.js';
import type { ExplainSql } from '../../dialects/dialect.js';

/**
 * Explains statements as a table with a row per step.
 *
 * @param words that explain the statement that follows them. MySQL has one column more than MariaDB
 * before the type of access, so columns are counted from the end
 */
export const mysqlExplain = (words: string): ExplainSql => ({
  sql: (statement) => `${words} ${statement}`,
  estimate: estimateRows,
  steps: (explained) => explained.map(describeStep),
});

/** Multiplies the rows of the tables that the outer statement joins. Its limit does not count. */
function estimateRows(explained: readonly Row[]): number {
  const [[outer]] = explained as [Row];
  const joined = explained.filter(([select]) => select === outer).map(rowsOf);
  return Math.round(joined.reduce((product, rows) => product * rows, 1));
}

/** Returns the rows that are read of a table and meet the conditions, per row of those before it. */
function rowsOf(step: Row): number {
  const [read, percent] = step.slice(-3, -1);
  return (Number(read) * Number(percent ?? 100)) / 100;
}

function describeStep(step: Row): string {
  const [, select, table] = step;
  const [access, , index, , , read] = step.slice(-8);
  const [on, by] = [table ? ` on ${String(table)}` : '', index ? ` by ${String(index)}` : ''];
  const how = access ? `, ${String(access)}` : '';
  return `${String(select)}${on}${how}${by}, rows: ${Number(read)}`;
}
