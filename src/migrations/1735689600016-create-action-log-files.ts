import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTable } from './create-table.js';

/** The files that reverts of changes need. @contract C15.3 */
export class CreateActionLogFiles1735689600016 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, 'action_log_files', (type) => ({
      columns: {
        digest: `${type.text(64)} not null`,
        snapshot_id: `${type.text(36)} not null`,
        path: `${type.longText} not null`,
      },
      primaryKey: ['digest', 'snapshot_id'],
      indexes: [['snapshot_id']],
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTable(queryRunner, 'action_log_files');
  }
}
