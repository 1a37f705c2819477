import { Inject, Module, type OnModuleInit, type Type } from '@nestjs/common';
import { Table, type EntityMetadata, type MigrationInterface, type QueryRunner } from 'typeorm';
import { DATABASE, type Database } from '../../database/connection/database.js';
import { isTableOf, tablesOf } from '../../database/migrations/find-missing.js';
import { readSchemaOf } from '../../database/migrations/read-schema-of.js';
import { makeDefaultsRunnable } from './runnable-defaults.js';
import { collectSchema, RESOURCE_MODULE } from './collect-schema.js';

/**
 * Returns a module whose migration creates the tables of modules with `existingTables`, after all
 * other migrations; no module if there are no such tables. Foreign keys are left out.
 */
export function existingTablesModules(modules: readonly Type[]): readonly Type[] {
  const { existing } = collectSchema(modules);
  if (existing.length === 0) return [];

  class CreateExistingTables9999999999999 implements MigrationInterface {
    async up(queryRunner: QueryRunner): Promise<void> {
      const tables = [...tablesOf(queryRunner.dataSource).values()].filter(isTableOf(existing));
      const { findTable } = await readSchemaOf(queryRunner);
      for (const metadata of tables)
        if (!findTable(metadata.tableName)) {
          await makeDefaultsRunnable(metadata, queryRunner);
          await queryRunner.createTable(tableOf(metadata, queryRunner), false, false);
        }
    }

    async down(): Promise<void> {}
  }

  /** TypeORM itself writes the defaults of entities into statements, too. */
  @Module({})
  class ExistingTablesModule implements OnModuleInit {
    constructor(@Inject(DATABASE) private readonly database: Database) {}

    async onModuleInit(): Promise<void> {
      const runner = this.database.dataSource.createQueryRunner();
      try {
        for (const entity of existing)
          await makeDefaultsRunnable(this.database.dataSource.getMetadata(entity), runner);
      } finally {
        await runner.release();
      }
    }
  }
  const registered = { migrations: [CreateExistingTables9999999999999] };
  Reflect.defineMetadata(RESOURCE_MODULE, registered, ExistingTablesModule);
  return [ExistingTablesModule];
}

/** The table of an entity. SQLite only counts keys of the type `integer`. */
function tableOf(metadata: EntityMetadata, { dataSource }: QueryRunner): Table {
  const table = Table.create(metadata, dataSource.driver);
  for (const column of table.columns) {
    // TypeORM does not escape quotes in the check of their values.
    if (dataSource.options.type === 'better-sqlite3') column.enum = undefined;
    if (column.generationStrategy === 'increment' && dataSource.options.type === 'better-sqlite3')
      column.type = 'integer';
  }
  return table;
}
