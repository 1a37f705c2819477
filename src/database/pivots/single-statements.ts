import type { DialectName } from '../connection/database.js';
import { dialects } from '../engines/dialects.js';
import type { PivotStatements } from './pivot-statements.js';
import { PostgresPivots } from './postgres-pivots.js';

/** The databases that can lock, check and write pivot rows in one statement. */
export const singleStatements: Readonly<Partial<Record<DialectName, PivotStatements>>> = {
  postgres: new PostgresPivots(dialects.postgres),
};
