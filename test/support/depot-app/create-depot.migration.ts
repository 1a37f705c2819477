import { testDialect } from '../databases.js';
import { CreateTables, type Tables } from '../create-tables.js';

const bytes = { sqlite: 'blob', postgres: 'bytea', mariadb: 'mediumblob', mysql: 'mediumblob' }[
  testDialect
];

/** The tables of the depot, in the order of their creation. */
const tables: Tables = {
  keepers: (type) => ({
    columns: {
      id: type.key,
      name: `${type.text(60)} not null`,
      password: `${type.text(120)} null`,
      is_head: `${type.boolean} not null`,
    },
  }),
  shelves: (type) => ({
    columns: {
      code: `${type.text(20)} primary key not null`,
      label: `${type.text(40)} not null`,
      plan: `${type.text(255)} null`,
      height: `${type.integer} default 7 not null`,
    },
  }),
  stickers: (type) => ({
    columns: {
      id: type.key,
      text: `${type.text(40)} not null`,
      picture: `${type.text(255)} null`,
      stuck_type: `${type.text(40)} null`,
      stuck_id: `${type.text(40)} null`,
    },
  }),
  pieces: (type) => ({
    columns: {
      id: type.uuidKey,
      title: `${type.text(10)} not null`,
      inventory: `${type.text(20)} null`,
      amount: `${type.integer} null`,
      shade: 'smallint null',
      serial: 'bigint null',
      weight: 'decimal(8,2) null',
      price: 'decimal(8,2) null',
      height: 'double precision null',
      on_display: `${type.boolean} null`,
      acquired_on: 'date null',
      shown_at: `${type.datetime} null`,
      notes: `${type.json} null`,
      materials: `${type.longText} null`,
      scan: `${bytes} null`,
      story: `${type.longText} null`,
      finish: `${type.text(10)} null`,
      batch: `${type.uuid} null`,
      photo: `${type.text(255)} null`,
      locked: `${type.boolean} default false not null`,
      insurer: `${type.text(20)} null`,
      keeper_id: `${type.integer} not null`,
      shelf_code: `${type.text(20)} null`,
      version: `${type.integer} not null`,
      ...type.timestamps,
      deleted_at: `${type.datetime} null`,
    },
    uniques: [['inventory']],
    foreignKeys: {
      keeper_id: 'keepers (id) on delete restrict',
      shelf_code: 'shelves (code) on delete restrict',
    },
  }),
};

export class CreateDepot1735700000001 extends CreateTables {
  protected readonly tables = tables;
}
