import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, dropColumn } from '../../../database/migrations/add-column.js';
import { addIndex, dropIndex } from '../../../database/migrations/add-index.js';
import { dropTable } from '../../../database/migrations/create-table.js';
import { createOwnTable, ownTableOf } from '../../../database/migrations/own-tables.js';

/**
 * The values that it takes to revert changes, and the index that finds the rows of a batch.
 * @contract C15
 */
export class CreateActionLogSnapshots1735689600015 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createOwnTable(queryRunner, 'action_log_snapshots', (type) => ({
      columns: {
        id: `${type.text(36)} primary key not null`,
        content: `${type.longText} not null`,
      },
    }));
    await addColumn(
      queryRunner,
      ownTableOf(queryRunner, 'action_logs'),
      'snapshot_id',
      (type) => `${type.text(36)} null`,
    );
    await addIndex(queryRunner, ownTableOf(queryRunner, 'action_logs'), 'batch_id');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropIndex(queryRunner, ownTableOf(queryRunner, 'action_logs'), 'batch_id');
    await dropColumn(queryRunner, ownTableOf(queryRunner, 'action_logs'), 'snapshot_id');
    await dropTable(queryRunner, ownTableOf(queryRunner, 'action_log_snapshots'));
  }
}
