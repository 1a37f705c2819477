import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTable } from 'resource-api';

/** Videos; a user with videos cannot be deleted. */
export class CreateVideos1735776000006 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, 'videos', (type) => ({
      columns: {
        id: type.key,
        title: `${type.text(255)} not null`,
        url: `${type.text(2048)} not null`,
        user_id: `${type.integer} not null`,
        ...type.timestamps,
      },
      foreignKeys: { user_id: 'users (id) on delete restrict' },
      indexes: [['title'], ['user_id', 'id']],
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTable(queryRunner, 'videos');
  }
}
