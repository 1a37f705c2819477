import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTable } from '../../../database/migrations/create-table.js';
import { createOwnTable, ownTableOf } from '../../../database/migrations/own-tables.js';

/** The files that reverts need. @contract C15.1 */
export class CreateActionLogFiles1735689600016 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createOwnTable(queryRunner, 'action_log_files', (type) => ({
      columns: {
        path: `${type.text(700)} primary key not null`,
        snapshot_id: `${type.text(36)} not null`,
      },
      indexes: [['snapshot_id']],
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTable(queryRunner, ownTableOf(queryRunner, 'action_log_files'));
  }
}
