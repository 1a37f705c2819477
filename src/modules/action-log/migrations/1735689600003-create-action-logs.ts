import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTable } from '../../../database/migrations/create-table.js';
import { createOwnTable, ownTableOf } from '../../../database/migrations/own-tables.js';

/**
 * The action log. Its rows are read by their record, and by the user who acted.
 * @contract C8.1
 */
export class CreateActionLogs1735689600003 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createOwnTable(queryRunner, 'action_logs', (type) => ({
      columns: {
        id: type.key,
        user_id: `${type.text(64)} null`,
        name: `${type.text(190)} not null`,
        actionable_type: `${type.text(64)} null`,
        actionable_id: `${type.text(64)} null`,
        status: `${type.text(16)} not null`,
        original: `${type.json} not null`,
        changes: `${type.json} not null`,
        exception: `${type.longText} default ('') not null`,
        batch_id: `${type.text(36)} not null`,
        meta: `${type.json} not null`,
        created_at: `${type.datetime} default ${type.now} not null`,
      },
      indexes: [['actionable_type', 'actionable_id', 'id'], ['user_id', 'id'], ['created_at']],
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTable(queryRunner, ownTableOf(queryRunner, 'action_logs'));
  }
}
