import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTable } from '../../../database/migrations/create-table.js';
import { createOwnTable, ownTableOf } from '../../../database/migrations/own-tables.js';

/**
 * Access tokens. `user_id` is a string and not a foreign key, since users may have keys of any
 * type.
 * @contract C2.3
 */
export class CreateTokens1735689600001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createOwnTable(queryRunner, 'tokens', (type) => ({
      columns: {
        id: type.key,
        user_id: `${type.text(64)} not null`,
        name: `${type.text(120)} not null`,
        hash: `${type.text(64)} not null`,
        fingerprint: `${type.text(64)} not null`,
        created_at: `${type.datetime} default ${type.now} not null`,
        last_used_at: `${type.datetime} null`,
        expires_at: `${type.datetime} not null`,
      },
      uniques: [['hash']],
      indexes: [['user_id', 'id'], ['expires_at']],
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTable(queryRunner, ownTableOf(queryRunner, 'tokens'));
  }
}
