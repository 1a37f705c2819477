import type { QueryRunner } from 'typeorm';

const indexName = (table: string, column: string): string => `${table}_${column}_index`;

/** Adds an index on a column unless it exists: a migration that was interrupted can run again. */
export async function addIndex(
  queryRunner: QueryRunner,
  table: string,
  column: string,
): Promise<void> {
  if (await hasIndex(queryRunner, table, column)) return;
  await queryRunner.query(`create index ${indexName(table, column)} on ${table} (${column})`);
}

/** Drops the index of {@link addIndex}, if it exists. */
export async function dropIndex(
  queryRunner: QueryRunner,
  table: string,
  column: string,
): Promise<void> {
  if (!(await hasIndex(queryRunner, table, column))) return;
  await queryRunner.dropIndex(table, indexName(table, column));
}

async function hasIndex(queryRunner: QueryRunner, table: string, column: string): Promise<boolean> {
  const found = await queryRunner.getTable(table);
  return found?.indices.some(({ name }) => name === indexName(table, column)) ?? false;
}
