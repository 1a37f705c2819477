import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTable } from '../../../src/index.js';

type Tables = Parameters<typeof createTable>[2];

/** The tables of the shop, in the order of their creation. */
const tables: Readonly<Record<string, Tables>> = {
  clerks: (type) => ({
    columns: {
      id: type.key,
      name: `${type.text(60)} not null`,
      password: `${type.text(120)} null`,
      is_head: `${type.boolean} not null`,
    },
  }),
  orders: (type) => ({
    columns: {
      id: type.key,
      title: `${type.text(40)} not null`,
      note: `${type.text(40)} null`,
    },
  }),
  order_lines: (type) => ({
    columns: {
      id: type.key,
      product: `${type.text(20)} not null`,
      quantity: `${type.integer} default 1 not null`,
      sku: `${type.text(20)} null`,
      cost: `${type.integer} null`,
      hidden: `${type.boolean} default false not null`,
      locked: `${type.boolean} default false not null`,
      order_id: `${type.integer} not null`,
    },
    uniques: [['sku']],
    foreignKeys: { order_id: 'orders (id) on delete restrict' },
    indexes: [['order_id', 'id']],
  }),
  discounts: (type) => ({
    columns: {
      id: type.key,
      percent: `${type.integer} not null`,
      order_id: `${type.integer} not null`,
    },
    foreignKeys: { order_id: 'orders (id) on delete restrict' },
    indexes: [['order_id', 'id']],
  }),
  receipts: (type) => ({
    columns: {
      id: type.key,
      number: `${type.text(20)} not null`,
      order_id: `${type.integer} not null`,
    },
    uniques: [['order_id']],
    foreignKeys: { order_id: 'orders (id) on delete restrict' },
  }),
  remarks: (type) => ({
    columns: {
      id: type.key,
      text: `${type.text(40)} not null`,
      about_type: `${type.text(20)} not null`,
      about_id: `${type.integer} not null`,
    },
    indexes: [['about_id', 'about_type', 'id']],
  }),
  covers: (type) => ({
    columns: {
      id: type.key,
      title: `${type.text(40)} not null`,
      on_type: `${type.text(20)} not null`,
      on_id: `${type.integer} not null`,
    },
    indexes: [['on_id', 'on_type', 'id']],
  }),
};

export class CreateOrders1735700000014 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, define] of Object.entries(tables))
      await createTable(queryRunner, name, define);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const name of Object.keys(tables).reverse()) await dropTable(queryRunner, name);
  }
}
