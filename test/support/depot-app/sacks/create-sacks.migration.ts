import { CreateTables, type Tables } from '../../create-tables.js';

/** The tables of the sacks, in the order of their creation. */
const tables: Tables = {
  sacks: (type) => ({
    columns: {
      id: type.key,
      title: `${type.text(190)} not null`,
      state: `${type.text(20)} not null`,
      weight: 'decimal(8,2) null',
      milled_at: `${type.datetime} null`,
      pin: `${type.text(40)} null`,
      origin: `${type.text(40)} null`,
      keeper_id: `${type.integer} not null`,
      version: `${type.integer} default 1 not null`,
      ...type.timestamps,
    },
    foreignKeys: { keeper_id: 'keepers (id) on delete restrict' },
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

export class CreateSacks1735700000003 extends CreateTables {
  protected readonly tables = tables;
}
