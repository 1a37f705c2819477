import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTable } from '../../../database/migrations/create-table.js';
import { createOwnTable, ownTableOf } from '../../../database/migrations/own-tables.js';

/** The requests with an `Idempotency-Key`, pruned by age. @contract C13.2 */
export class CreateIdempotencyKeys1735689600006 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createOwnTable(queryRunner, 'idempotency_keys', (type) => ({
      columns: {
        id: `${type.text(64)} not null`,
        request: `${type.text(64)} not null`,
        response: `${type.longText} null`,
        created_at: `${type.datetime} not null`,
      },
      primaryKey: ['id'],
      indexes: [['created_at']],
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTable(queryRunner, ownTableOf(queryRunner, 'idempotency_keys'));
  }
}
