import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTable } from '../../src/index.js';

/** The definitions of tables, by their names. */
export type Tables = Readonly<Record<string, Parameters<typeof createTable>[2]>>;

/** A migration that creates tables in their order, and drops them in reverse. */
export abstract class CreateTables implements MigrationInterface {
  protected abstract readonly tables: Tables;

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, define] of Object.entries(this.tables))
      await createTable(queryRunner, name, define);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const name of Object.keys(this.tables).reverse()) await dropTable(queryRunner, name);
  }
}
