import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTable } from '../../../database/migrations/create-table.js';
import { createOwnTable, ownTableOf } from '../../../database/migrations/own-tables.js';

/** What callers have written last, for deployments with read replicas. */
export class CreateLastWrites1735689600017 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createOwnTable(queryRunner, 'last_writes', (type) => ({
      columns: {
        caller: `${type.text(64)} not null`,
        mark: `${type.text(36)} not null`,
      },
      primaryKey: ['caller'],
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTable(queryRunner, ownTableOf(queryRunner, 'last_writes'));
  }
}
