import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTable } from './create-table.js';

/** What callers have written last, for deployments with read replicas. */
export class CreateLastWrites1735689600017 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, 'last_writes', (type) => ({
      columns: {
        caller: `${type.text(64)} not null`,
        mark: `${type.text(36)} not null`,
      },
      primaryKey: ['caller'],
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTable(queryRunner, 'last_writes');
  }
}
