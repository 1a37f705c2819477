import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTable } from '../../../database/migrations/create-table.js';
import { createOwnTable, ownTableOf } from '../../../database/migrations/own-tables.js';

/** The actions that run after their response. @contract C14 */
export class CreateActionRuns1735689600018 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createOwnTable(queryRunner, 'action_runs', (type) => ({
      columns: {
        id: `${type.text(36)} not null`,
        user_id: `${type.text(64)} not null`,
        resource: `${type.text(64)} not null`,
        action: `${type.text(190)} not null`,
        request: `${type.longText} null`,
        status: `${type.text(16)} not null`,
        processed: `${type.integer} not null`,
        total: `${type.integer} null`,
        refused: `${type.integer} not null`,
        result: `${type.longText} null`,
        error: `${type.longText} null`,
        state: `${type.longText} null`,
        batch_id: `${type.text(36)} not null`,
        epoch: `${type.integer} not null`,
        revision: `${type.integer} not null`,
        lease_until: `${type.datetime} null`,
        created_at: `${type.datetime} not null`,
        started_at: `${type.datetime} null`,
        finished_at: `${type.datetime} null`,
      },
      primaryKey: ['id'],
      indexes: [['status'], ['user_id', 'created_at'], ['created_at']],
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTable(queryRunner, ownTableOf(queryRunner, 'action_runs'));
  }
}
