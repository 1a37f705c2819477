import type { QueryRunner } from 'typeorm';
import type { ColumnTypes } from '../dialects/column-types.js';
import type { DialectName } from '../connection/database.js';
import { findServer } from '../opening/find-server.js';
import { engines } from '../engines/engines.js';

export type { ColumnTypes };

/** Returns the types of a dialect. */
export const columnTypesOf = (dialect: DialectName): ColumnTypes => engines[dialect].columnTypes;

/**
 * Returns the definition of a column for the dialect. MySQL only accepts the default of a long text
 * in parentheses.
 */
export const columnTypeSource = (definition: string, dialect: DialectName): string =>
  dialect === 'mysql' && /^(medium|long)text\b/.test(definition)
    ? definition.replace(/\bdefault ('(?:[^']|'')*')/i, 'default ($1)')
    : definition;

/** Returns the dialect that a migration runs on. */
export async function dialectOf(queryRunner: QueryRunner): Promise<DialectName> {
  const { dialect } = await findServer(queryRunner.dataSource.options.type, queryRunner);
  return dialect;
}
