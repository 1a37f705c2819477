import type { QueryRunner } from 'typeorm';
import { columnTypeSource, columnTypesOf, dialectOf, type ColumnTypes } from './column-types.js';

/**
 * Adds a column unless it exists: a migration that was interrupted can run again. If the table may
 * have rows, the column must be nullable or have a default, or the database rejects it.
 */
export async function addColumn(
  queryRunner: QueryRunner,
  table: string,
  column: string,
  define: (type: ColumnTypes) => string,
): Promise<void> {
  if (await queryRunner.hasColumn(table, column)) return;
  const dialect = await dialectOf(queryRunner);
  const definition = columnTypeSource(define(columnTypesOf(dialect)), dialect);
  await queryRunner.query(`alter table ${table} add column ${column} ${definition}`);
}

/** Drops a column and its values, if it exists. */
export async function dropColumn(
  queryRunner: QueryRunner,
  table: string,
  column: string,
): Promise<void> {
  if (!(await queryRunner.hasColumn(table, column))) return;
  await queryRunner.query(`alter table ${table} drop column ${column}`);
}
