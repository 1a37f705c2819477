import type { DataSource } from 'typeorm';
import { testDialect } from './databases.js';

/** Lets the keys of a table that was never written to begin at a number. */
export async function countFrom(
  dataSource: DataSource,
  table: string,
  start: number,
): Promise<void> {
  const statements = {
    sqlite: `insert into sqlite_sequence (name, seq) values ('${table}', ${start})`,
    postgres: `alter sequence ${table}_id_seq restart with ${start}`,
    mariadb: `alter table ${table} auto_increment = ${start}`,
    mysql: `alter table ${table} auto_increment = ${start}`,
  };
  await dataSource.query(statements[testDialect]);
}
