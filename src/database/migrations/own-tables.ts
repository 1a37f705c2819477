import type { QueryRunner } from 'typeorm';
import { ownTable } from '../../base/own-tables.js';
import { UnopenedDatabaseError } from '../failures/unopened-database-error.js';
import { columnTypesOf, dialectOf, type ColumnTypes } from './column-types.js';
import { createTable, type TableDefinition } from './create-table.js';

/** Returns the name of one of the service's own tables, with the prefix of the deployment. */
export const ownTableOf = ({ dataSource }: QueryRunner, table: string): string =>
  ownTable(dataSource, table);

/**
 * Creates one of the service's own tables unless it exists.
 *
 * @throws UnopenedDatabaseError if another application has a table of this name
 */
export async function createOwnTable(
  queryRunner: QueryRunner,
  table: string,
  define: (type: ColumnTypes) => TableDefinition,
): Promise<void> {
  const name = ownTableOf(queryRunner, table);
  const { columns } = define(columnTypesOf(await dialectOf(queryRunner)));
  if ((await queryRunner.hasTable(name)) && !(await hasColumns(queryRunner, name, columns)))
    throw new UnopenedDatabaseError(
      `The database has a table ${name} that is not the service's. Rename the service's own tables: set DATABASE_TABLE_PREFIX, such as api_ for the table api_${table}, or the option database.tablePrefix.`,
    );
  await createTable(queryRunner, name, define);
}

async function hasColumns(
  queryRunner: QueryRunner,
  table: string,
  columns: object,
): Promise<boolean> {
  try {
    await queryRunner.query(`select ${Object.keys(columns).join(', ')} from ${table} where 1 = 0`);
    return true;
  } catch {
    return false;
  }
}
