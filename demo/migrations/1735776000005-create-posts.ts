import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTable } from 'resource-api';

/** Posts; a user with posts cannot be deleted. */
export class CreatePosts1735776000005 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, 'posts', (type) => ({
      columns: {
        id: type.key,
        title: `${type.text(200)} not null`,
        description: `${type.longText} null`,
        status: `${type.text(16)} not null`,
        published_at: `${type.datetime} null`,
        user_id: `${type.integer} not null`,
        ...type.timestamps,
      },
      foreignKeys: { user_id: 'users (id) on delete restrict' },
      indexes: [['title'], ['status'], ['published_at'], ['created_at'], ['user_id', 'id']],
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTable(queryRunner, 'posts');
  }
}
