import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTable } from '../../../database/migrations/create-table.js';
import { createOwnTable, ownTableOf } from '../../../database/migrations/own-tables.js';

/** Failed sign-ins: counted by subject, pruned by age. @contract C2.6 */
export class CreateLoginAttempts1735689600002 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createOwnTable(queryRunner, 'login_attempts', (type) => ({
      columns: {
        id: type.key,
        subject: `${type.text(190)} not null`,
        failed_at: `${type.datetime} not null`,
      },
      indexes: [['subject', 'failed_at'], ['failed_at']],
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTable(queryRunner, ownTableOf(queryRunner, 'login_attempts'));
  }
}
