import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTable } from 'resource-api';

/** Comments on posts and videos; a user with comments cannot be deleted. */
export class CreateComments1735776000007 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, 'comments', (type) => ({
      columns: {
        id: type.key,
        comment: `${type.text(2000)} not null`,
        commentable_type: `${type.text(64)} not null`,
        commentable_id: `${type.integer} not null`,
        user_id: `${type.integer} not null`,
        ...type.timestamps,
      },
      foreignKeys: { user_id: 'users (id) on delete restrict' },
      indexes: [['commentable_type', 'commentable_id', 'id'], ['user_id', 'id'], ['created_at']],
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTable(queryRunner, 'comments');
  }
}
