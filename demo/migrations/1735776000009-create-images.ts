import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTable } from 'resource-api';

/** Images of users and posts. */
export class CreateImages1735776000009 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, 'images', (type) => ({
      columns: {
        id: type.key,
        imageable_type: `${type.text(64)} null`,
        imageable_id: `${type.integer} null`,
        path: `${type.text(255)} not null`,
        alt: `${type.text(255)} null`,
        ...type.timestamps,
      },
      indexes: [['imageable_type', 'imageable_id', 'id']],
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTable(queryRunner, 'images');
  }
}
