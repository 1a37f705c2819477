import type BetterSqlite3 from 'better-sqlite3';

/** Adds the functions `lower_u` and `row_digest` to a connection. */
export declare function registerFunctions(database: BetterSqlite3.Database): void;
