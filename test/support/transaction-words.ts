import { isOfMysqlFamily } from './databases.js';

/**
 * Returns the first words of the statements of a transaction, with those that begin and commit it.
 * PostgreSQL and SQLite need neither for a single statement that is known to be the last.
 */
export const transactionOf = (words: readonly string[]): readonly string[] =>
  !isOfMysqlFamily && words.length === 1 ? words : ['begin', ...words, 'commit'];
