import type { Database } from '../../src/database/connection/database.js';
import { testDialect, type TestDialect } from './databases.js';

const demoTables = [
  ...[
    'companies',
    'company_partners',
    'users',
    'phones',
    'roles',
    'role_user',
    'posts',
    'videos',
    'comments',
  ],
  ...['tags', 'taggables', 'images', 'action_logs'],
];

/** Every row of the demo's tables, sorted, so that the order in the database does not matter. */
export async function contentOf(
  database: Database,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const contents = demoTables.map(async (table) => {
    const rows = await database.query(`select * from ${table}`);
    return [table, rows.map((row) => JSON.stringify(row)).sort()] as const;
  });
  return Object.fromEntries(await Promise.all(contents));
}

const columns = `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns`;

const mysqlFamily = [
  `${columns} where table_schema = database() order by table_name, column_name`,
  `select table_name, index_name, seq_in_index, column_name, non_unique from information_schema.statistics
   where table_schema = database() order by 1, 2, 3`,
  `select table_name, constraint_name, delete_rule from information_schema.referential_constraints
   where constraint_schema = database() order by 1, 2`,
];

const schemas: Readonly<Record<TestDialect, readonly string[]>> = {
  sqlite: [`select sql from sqlite_master where name not like 'sqlite_%' order by name`],
  postgres: [
    `${columns} where table_schema = 'public' order by table_name, column_name`,
    `select indexdef from pg_indexes where schemaname = 'public' order by indexdef`,
    `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
     where connamespace = 'public'::regnamespace order by 1, 2`,
  ],
  mariadb: mysqlFamily,
  mysql: mysqlFamily,
};

/** The tables with their columns, indexes and constraints, and the recorded migrations. */
export async function schemaOf(database: Database): Promise<readonly unknown[]> {
  const texts = [...schemas[testDialect], 'select name from migrations order by name'];
  return Promise.all(texts.map((text) => database.query(text)));
}
