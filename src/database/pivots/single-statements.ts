import type { DialectName } from '../connection/database.js';
import { dialects } from '../engines/dialects.js';
import type { AttachStatement, PivotStatements } from './pivot-statements.js';
import { PostgresPivots } from './postgres-pivots.js';
import { SqlitePivots } from './sqlite-pivots.js';

type OfDatabases<Statements> = Readonly<Partial<Record<DialectName, Statements>>>;

/** The databases that can lock, check and write pivot rows, and log it, in one statement. */
export const singleStatements: OfDatabases<PivotStatements> = {
  postgres: new PostgresPivots(dialects.postgres),
};

/** The databases that can check and insert pivot rows in one statement. */
export const attachStatements: OfDatabases<AttachStatement> = {
  ...singleStatements,
  sqlite: new SqlitePivots(dialects.sqlite),
};
