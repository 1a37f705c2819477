/*
 * Strings that a database concatenates must be limited there: PostgreSQL and SQLite fail above a gigabyte, and a JavaScript string above half of that. Longer values are replaced by a mark, and read row by row, where they can be counted.
 */
const MAX_ROW_BYTES = 128 * 1024;
const MAX_LIST_BYTES = 4 * 1024 * 1024;

const bounded = (expression: string, max: number, unwritable: string): string =>
  `case when octet_length(${expression}) > ${max} then ${unwritable} else ${expression} end`;

/** Joins the JSON strings in `column` of all rows with commas. */
export const joinedJsonSql = (column: string, unwritable: string): string =>
  `string_agg(${bounded(column, MAX_ROW_BYTES, unwritable)}, ',')`;

/** Returns an aggregate over the rows of a statement, as one value. */
export const boundedAggregate = (
  aggregate: string,
  statement: string,
  unwritable: string,
): string =>
  `(select ${bounded('l', MAX_LIST_BYTES, unwritable)} from (select ${aggregate} l from (${statement}) s) b)`;
