import type { DialectName } from '../connection/database.js';
import { dialects } from '../engines/dialects.js';
import type { PivotStatements } from './pivot-statements.js';
import { PostgresPivots } from './postgres-pivots.js';
import { SqlitePivots } from './sqlite-pivots.js';

/** The databases that can write pivot rows without locking both ends before. */
export const pivotStatements: Readonly<Partial<Record<DialectName, PivotStatements>>> = {
  postgres: new PostgresPivots(dialects.postgres),
  sqlite: new SqlitePivots(dialects.sqlite),
};
