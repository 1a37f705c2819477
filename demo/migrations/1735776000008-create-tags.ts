import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTable } from 'resource-api';

/** Tags and the tagged records; links are deleted with the tag. */
export class CreateTags1735776000008 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, 'tags', (type) => ({
      columns: {
        slug: `${type.text(64)} primary key not null`,
        label: `${type.text(120)} not null`,
        ...type.timestamps,
      },
      indexes: [['label']],
    }));
    await createTable(queryRunner, 'taggables', (type) => ({
      columns: {
        tag_id: `${type.text(64)} not null`,
        taggable_type: `${type.text(64)} not null`,
        taggable_id: `${type.text(64)} not null`,
        position: `${type.integer} null`,
      },
      primaryKey: ['tag_id', 'taggable_type', 'taggable_id'],
      foreignKeys: { tag_id: 'tags (slug) on delete cascade' },
      indexes: [['taggable_type', 'taggable_id', 'tag_id']],
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTable(queryRunner, 'taggables');
    await dropTable(queryRunner, 'tags');
  }
}
