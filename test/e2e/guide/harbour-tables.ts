import type { Database } from '../../../src/index.js';
import { CreateTables, type Tables } from '../../support/create-tables.js';

/** The tables of the harbour in the guide to relations. */
const tables: Tables = {
  builders: (type) => ({
    columns: {
      id: type.key,
      name: `${type.text(60)} not null`,
      country: `${type.text(60)} not null`,
      account: `${type.text(60)} not null`,
    },
  }),
  boats: (type) => ({
    columns: {
      id: type.key,
      name: `${type.text(60)} not null`,
      length: `${type.integer} not null`,
      builder_id: `${type.integer} null`,
    },
  }),
  berths: (type) => ({
    columns: {
      id: type.key,
      number: `${type.text(20)} not null`,
      boat_id: `${type.integer} not null`,
    },
    uniques: [['boat_id']],
  }),
  sailors: (type) => ({
    columns: {
      id: type.key,
      name: `${type.text(60)} not null`,
      teacher_id: `${type.integer} null`,
    },
  }),
  crews: (type) => ({
    columns: {
      id: type.key,
      boat_id: `${type.integer} not null`,
      sailor_id: `${type.integer} not null`,
      role: `${type.text(20)} null`,
      wage: `${type.text(20)} null`,
    },
  }),
  owners: (type) => ({
    columns: { boat_id: `${type.integer} not null`, sailor_id: `${type.integer} not null` },
    primaryKey: ['boat_id', 'sailor_id'],
  }),
  sisters: (type) => ({
    columns: { boat_id: `${type.integer} not null`, sister_id: `${type.integer} not null` },
    primaryKey: ['boat_id', 'sister_id'],
  }),
  photos: (type) => ({
    columns: {
      id: type.key,
      path: `${type.text(60)} not null`,
      pictured_type: `${type.text(20)} not null`,
      pictured_id: `${type.integer} not null`,
    },
  }),
  notes: (type) => ({
    columns: {
      id: type.key,
      text: `${type.text(60)} not null`,
      noted_type: `${type.text(20)} not null`,
      noted_id: `${type.integer} not null`,
    },
  }),
  labels: (type) => ({ columns: { id: type.key, name: `${type.text(60)} not null` } }),
  labellings: (type) => ({
    columns: {
      id: type.key,
      label_id: `${type.integer} not null`,
      labelled_type: `${type.text(20)} not null`,
      labelled_id: `${type.integer} not null`,
      position: `${type.integer} null`,
    },
  }),
};

export class CreateHarbour1735776000099 extends CreateTables {
  protected readonly tables = tables;
}

type Rows = readonly Readonly<Record<string, unknown>>[];

/** In the order in which their keys are given. */
const rows: Readonly<Record<string, Rows>> = {
  builders: [
    { name: 'Vos', country: 'Netherlands', account: 'NL00 BANK' },
    { name: 'Lindgren', country: 'Sweden', account: 'SE00 BANK' },
  ],
  boats: [
    { name: 'Albatros', length: 42, builder_id: 1 },
    { name: 'Petrel', length: 31, builder_id: 1 },
    { name: 'Solan', length: 55, builder_id: 2 },
    { name: 'Driftwood', length: 12, builder_id: null },
  ],
  berths: [{ number: 'A-7', boat_id: 1 }],
  sailors: [
    { name: 'Ida', teacher_id: null },
    { name: 'Tom', teacher_id: 1 },
    { name: 'Landlubber', teacher_id: null },
    { name: 'Eva', teacher_id: 1 },
  ],
  crews: [
    { boat_id: 1, sailor_id: 1, role: 'skipper', wage: '300' },
    { boat_id: 1, sailor_id: 2, role: null, wage: '100' },
  ],
  owners: [{ boat_id: 1, sailor_id: 1 }],
  photos: [{ path: '/albatros.png', pictured_type: 'boats', pictured_id: 1 }],
  notes: [
    { text: 'Hull painted.', noted_type: 'boats', noted_id: 1 },
    { text: 'New sails.', noted_type: 'boats', noted_id: 1 },
    { text: 'Ready for the regatta.', noted_type: 'boats', noted_id: 1 },
    { text: 'Closed in July.', noted_type: 'builders', noted_id: 1 },
  ],
  labels: [{ name: 'regatta' }, { name: 'wood' }],
  labellings: [
    { label_id: 1, labelled_type: 'boats', labelled_id: 1, position: 1 },
    { label_id: 2, labelled_type: 'boats', labelled_id: 1, position: 2 },
    { label_id: 1, labelled_type: 'boats', labelled_id: 2, position: null },
  ],
};

/** Fills the harbour. */
export async function seedHarbour(database: Database): Promise<void> {
  const { driver } = database.dataSource;
  for (const [table, records] of Object.entries(rows))
    for (const record of records) {
      const names = Object.keys(record).map((name) => driver.escape(name));
      const marks = names.map(() => '?').join(', ');
      await database.write(
        `insert into ${table} (${names.join(', ')}) values (${marks})`,
        Object.values(record),
      );
    }
}
