import { markSql, UNWRITABLE } from '../sql/marks.js';

/*
 * A text that PostgreSQL puts together has to be bounded there: it fails past a gigabyte, a string
 * of JavaScript past half of one. What is longer than these bytes is replaced by a mark, and read
 * row by row, where it can be counted.
 */
const MAX_ROW_BYTES = 128 * 1024;
const MAX_LIST_BYTES = 4 * 1024 * 1024;

const bounded = (expression: string, max: number): string =>
  `case when octet_length(${expression}) > ${max} then ${markSql(UNWRITABLE)} else ${expression} end`;

/** The texts `column` of all rows, with commas between. */
export const joinedJsonSql = (column: string): string =>
  `string_agg(${bounded(column, MAX_ROW_BYTES)}, ',')`;

/** An aggregate over the rows of a statement, as one value. */
export const boundedAggregate = (aggregate: string, statement: string): string =>
  `(select ${bounded('l', MAX_LIST_BYTES)} from (select ${aggregate} l from (${statement}) s) b)`;
