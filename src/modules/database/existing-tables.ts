import { Inject, Module, type Type } from '@nestjs/common';
import { Table, type EntityMetadata, type MigrationInterface, type QueryRunner } from 'typeorm';
import { DATABASE, type Database } from '../../execution/database/database.js';
import type { Engine } from '../../execution/database/engine.js';
import { engineUnder } from '../../execution/database/find-server.js';
import { engineOf } from '../../execution/engines.js';
import { tablesOf, type ColumnMetadata } from '../../migrations/find-missing.js';
import { isTableOf } from '../../registry/schema/is-table-of.js';
import { collectSchema, RESOURCE_MODULE } from './collect-schema.js';

/**
 * Returns a module whose migration creates the tables of modules with `existingTables`,
 * before all other migrations, which may add columns to them; no module if there are no such
 * tables. Foreign keys are left out.
 */
export function existingTablesModules(modules: readonly Type[]): readonly Type[] {
  const { existing } = collectSchema(modules);
  if (existing.length === 0) return [];

  const created = new Set<string>();

  class CreateExistingTables0000000000001 implements MigrationInterface {
    async up(queryRunner: QueryRunner): Promise<void> {
      const engine = await engineUnder(queryRunner);
      const tables = [...tablesOf(queryRunner.dataSource).values()].filter(isTableOf(existing));
      for (const metadata of tables)
        if (!(await hasTableOrView(queryRunner, metadata.tableName))) {
          await queryRunner.createTable(tableOf(metadata, queryRunner, engine), false, false);
          created.add(metadata.tableName);
        }
    }

    async down(): Promise<void> {}
  }

  /** Migrations have a description of the entities of their own, so that this one changes too. */
  @Module({})
  class ExistingTablesModule {
    constructor(@Inject(DATABASE) { dataSource }: Database) {
      for (const { tableName, columns } of dataSource.entityMetadatas)
        if (created.has(tableName)) columns.forEach(dropForeignDefault);
    }
  }
  const registered = { migrations: [CreateExistingTables0000000000001] };
  Reflect.defineMetadata(RESOURCE_MODULE, registered, ExistingTablesModule);
  return [ExistingTablesModule];
}

/** TypeORM's `hasTable` does not find views. MariaDB may distinguish cases, SQLite never does. */
async function hasTableOrView(queryRunner: QueryRunner, name: string): Promise<boolean> {
  const { fold, tablesNamed } = engineOf(queryRunner.dataSource.options.type).schemaQueries;
  const names = [name, fold(name)].map((each) => `'${each.replaceAll("'", "''")}'`);
  const sql = tablesNamed(names.join(', '));
  return ((await queryRunner.query(sql)) as readonly unknown[]).length > 0;
}

/** The table of an entity, in the form of the database. */
function tableOf(metadata: EntityMetadata, { dataSource }: QueryRunner, engine: Engine): Table {
  metadata.columns.forEach(dropForeignDefault);
  const table = Table.create(metadata, dataSource.driver);
  table.columns.forEach((column) => engine.adaptColumn(column));
  return table;
}

/**
 * Another database may not know the SQL of a default, so that such a column is nullable instead.
 * On SQLite, TypeORM would write the default into inserts.
 */
function dropForeignDefault(column: ColumnMetadata): void {
  if (typeof column.default !== 'function' || isPortable(column.default)) return;
  column.default = undefined;
  column.isNullable = !column.isPrimary;
}

const isPortable = (expression: Function): boolean =>
  /^current_timestamp(\(\d*\))?$/i.test(String((expression as () => unknown)()));
