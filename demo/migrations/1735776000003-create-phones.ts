import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTable } from 'resource-api';

/** Phones, at most one per user; they are deleted with their user. */
export class CreatePhones1735776000003 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, 'phones', (type) => ({
      columns: {
        id: type.key,
        number: `${type.text(64)} not null`,
        user_id: `${type.integer} not null`,
        ...type.timestamps,
      },
      foreignKeys: { user_id: 'users (id) on delete cascade' },
      uniques: [['user_id']],
      indexes: [['number']],
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTable(queryRunner, 'phones');
  }
}
