import { markSql, UNWRITABLE } from '../sql/marks.js';

/*
 * A text that PostgreSQL puts together has to be bounded there: it fails past a gigabyte, a string
 * of JavaScript past half of one. What is longer than these bytes is replaced by a mark, and read
 * row by row, where it can be counted.
 */
const MOST_OF_A_ROW = 128 * 1024;
const MOST_OF_A_LIST = 4 * 1024 * 1024;

const bounded = (expression: string, most: number): string =>
  `case when octet_length(${expression}) > ${most} then ${markSql(UNWRITABLE)} else ${expression} end`;

/** The texts `column` of all rows, with commas between. */
export const joinedJsonSql = (column: string): string =>
  `string_agg(${bounded(column, MOST_OF_A_ROW)}, ',')`;

/** An aggregate over the rows of a statement, as one value. */
export const boundedAggregate = (aggregate: string, statement: string): string =>
  `(select ${bounded('l', MOST_OF_A_LIST)} from (select ${aggregate} l from (${statement}) s) b)`;
