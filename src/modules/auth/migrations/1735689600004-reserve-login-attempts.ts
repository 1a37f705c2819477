import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, dropColumn } from '../../../database/migrations/add-column.js';
import { ownTableOf } from '../../../database/migrations/own-tables.js';

/**
 * Stores login attempts before their password is checked. Rows of older processes count as failed.
 * @contract C2.6
 */
export class ReserveLoginAttempts1735689600004 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await addColumn(
      queryRunner,
      ownTableOf(queryRunner, 'login_attempts'),
      'attempt_id',
      (type) => `${type.integer} null`,
    );
    await addColumn(
      queryRunner,
      ownTableOf(queryRunner, 'login_attempts'),
      'is_pending',
      (type) => `${type.boolean} default false not null`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`delete from ${ownTableOf(queryRunner, 'login_attempts')}`);
    await dropColumn(queryRunner, ownTableOf(queryRunner, 'login_attempts'), 'is_pending');
    await dropColumn(queryRunner, ownTableOf(queryRunner, 'login_attempts'), 'attempt_id');
  }
}
