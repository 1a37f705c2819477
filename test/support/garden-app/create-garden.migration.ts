import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTable } from '../../../src/index.js';

/** The tables of the garden, in the order of their creation. */
export const gardenTables: Readonly<Record<string, Parameters<typeof createTable>[2]>> = {
  gardeners: (type) => ({
    columns: {
      id: type.key,
      name: `${type.text(40)} not null`,
      password: `${type.text(120)} null`,
    },
    uniques: [['name']],
  }),
  beds: (type) => ({
    columns: {
      id: type.key,
      title: `${type.text(40)} not null`,
      secret: `${type.text(40)} null`,
      gardener_id: `${type.integer} not null`,
      updated_at: `${type.datetime} default ${type.now} not null`,
      deleted_at: `${type.datetime} null`,
    },
    foreignKeys: { gardener_id: 'gardeners (id) on delete restrict' },
  }),
  plants: (type) => ({
    columns: {
      id: type.key,
      name: `${type.text(40)} not null`,
      grade: `${type.text(20)} null`,
      photo: `${type.text(255)} null`,
      bed_id: `${type.integer} null`,
      parent_id: `${type.integer} null`,
    },
    foreignKeys: {
      bed_id: 'beds (id) on delete restrict',
      parent_id: 'plants (id) on delete restrict',
    },
  }),
  leaves: (type) => ({
    columns: {
      id: type.key,
      shape: `${type.text(20)} not null`,
      plant_id: `${type.integer} not null`,
    },
    foreignKeys: { plant_id: 'plants (id) on delete cascade' },
  }),
  messages: (type) => ({
    columns: {
      id: type.key,
      text: `${type.text(40)} not null`,
      about_type: `${type.text(20)} not null`,
      about_id: `${type.integer} not null`,
      deleted_at: `${type.datetime} null`,
    },
  }),
  labels: (type) => ({ columns: { id: type.key, name: `${type.text(40)} not null` } }),
  label_plant: (type) => ({
    columns: {
      id: type.key,
      plant_id: `${type.integer} not null`,
      label_id: `${type.integer} not null`,
      place: `${type.integer} null`,
    },
    foreignKeys: {
      plant_id: 'plants (id) on delete cascade',
      label_id: 'labels (id) on delete cascade',
    },
  }),
};

export class CreateGarden1735700000098 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, define] of Object.entries(gardenTables))
      await createTable(queryRunner, name, define);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const name of Object.keys(gardenTables).reverse()) await dropTable(queryRunner, name);
  }
}
