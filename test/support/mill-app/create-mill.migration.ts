import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTable } from '../../../src/index.js';

type Tables = Parameters<typeof createTable>[2];

/** The tables of the mill, in the order of their creation. */
const tables: Readonly<Record<string, Tables>> = {
  workers: (type) => ({
    columns: {
      id: 'integer primary key not null',
      name: `${type.text(60)} not null`,
      password: `${type.text(120)} null`,
      is_admin: `${type.boolean} not null`,
    },
  }),
  sacks: (type) => ({
    columns: {
      id: type.key,
      title: `${type.text(190)} not null`,
      state: `${type.text(20)} not null`,
      weight: 'decimal(8,2) null',
      milled_at: `${type.datetime} null`,
      pin: `${type.text(40)} null`,
      origin: `${type.text(40)} null`,
      worker_id: `${type.integer} not null`,
      version: `${type.integer} default 1 not null`,
      ...type.timestamps,
    },
    foreignKeys: { worker_id: 'workers (id) on delete restrict' },
  }),
  slips: (type) => ({
    columns: { id: type.key, text: `${type.text(60)} not null`, sack_id: `${type.integer} null` },
    foreignKeys: { sack_id: 'sacks (id) on delete restrict' },
    uniques: [['text']],
  }),
  grains: (type) => ({
    columns: { slug: `${type.text(40)} primary key not null`, label: `${type.text(60)} not null` },
  }),
  drawers: (type) => ({ columns: { id: type.key, content: `${type.text(60)} not null` } }),
};

export class CreateMill1735700000003 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, define] of Object.entries(tables))
      await createTable(queryRunner, name, define);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const name of Object.keys(tables).reverse()) await dropTable(queryRunner, name);
  }
}
