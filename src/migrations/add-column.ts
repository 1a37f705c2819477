import type { QueryRunner } from 'typeorm';
import { columnTypeSource, columnTypesOf, dialectOf, type ColumnTypes } from './column-types.js';

/**
 * Adds a column, unless it is there: a migration that was cut short can run again. Where the table
 * may have rows the column is nullable or has a default, or the database refuses it.
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

/** Drops a column with what it holds, if it is there. */
export async function dropColumn(
  queryRunner: QueryRunner,
  table: string,
  column: string,
): Promise<void> {
  if (!(await queryRunner.hasColumn(table, column))) return;
  await queryRunner.query(`alter table ${table} drop column ${column}`);
}
