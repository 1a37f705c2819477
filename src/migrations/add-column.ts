import type { QueryRunner } from 'typeorm';
import { engineUnder, type ColumnTypes } from './column-types.js';

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
  const { columnTypes, tableForm } = await engineUnder(queryRunner);
  const definition = tableForm.define(define(columnTypes));
  await queryRunner.query(`${alter(queryRunner, table)} add column ${column} ${definition}`);
}

/** Drops a column and its values, if it exists. */
export async function dropColumn(
  queryRunner: QueryRunner,
  table: string,
  column: string,
): Promise<void> {
  if (!(await queryRunner.hasColumn(table, column))) return;
  await queryRunner.query(`${alter(queryRunner, table)} drop column ${column}`);
}

/** Tables of another application may have a name that the database reserves, such as `order`. */
const alter = ({ dataSource }: QueryRunner, table: string): string =>
  `alter table ${dataSource.driver.escape(table)}`;
