import { CreateTables, type Tables } from '../create-tables.js';

const key = 'integer primary key not null';

/** The tables of the library, in the order of their creation. */
const tables: Tables = {
  patrons: (type) => ({
    columns: {
      id: key,
      name: `${type.text(60)} not null`,
      password: `${type.text(120)} null`,
      is_librarian: `${type.boolean} not null`,
      settings: `${type.json} null`,
    },
  }),
  cards: (type) => ({
    columns: {
      id: key,
      number: `${type.text(20)} not null`,
      patron_id: `${type.integer} not null`,
    },
    uniques: [['patron_id']],
  }),
  fines: (type) => ({ columns: { id: key, patron_id: `${type.integer} not null` } }),
  loans: (type) => ({
    columns: {
      id: key,
      patron_id: `${type.integer} not null`,
      book_id: 'bigint not null',
      borrowed_at: `${type.datetime} not null`,
    },
    indexes: [['patron_id', 'book_id']],
  }),
  writers: (type) => ({
    columns: {
      id: `${type.uuid} primary key not null`,
      full_name: `${type.text(60)} not null`,
      pen_name: `${type.text(60)} null`,
      born_at: `${type.datetime} null`,
      secret_note: `${type.text(60)} null`,
      hidden: `${type.boolean} not null`,
      mentor_id: `${type.uuid} null`,
    },
  }),
  books: (type) => ({
    columns: {
      id: 'bigint primary key not null',
      title: `${type.text(60)} not null`,
      page_count: `${type.integer} not null`,
      price: 'decimal(8,2) not null',
      cover_price: 'decimal(8,2) not null',
      copies_sold: 'bigint not null',
      available: `${type.boolean} not null`,
      printed_at: `${type.datetime} null`,
      details: `${type.longText} null`,
      keywords: `${type.longText} null`,
      writer_id: `${type.uuid} null`,
      main_genre_id: `${type.text(40)} null`,
      deleted_at: `${type.datetime} null`,
    },
    indexes: [['writer_id', 'id']],
  }),
  genres: (type) => ({
    columns: { slug: `${type.text(40)} primary key not null`, label: `${type.text(60)} not null` },
  }),
  shelvings: (type) => ({
    columns: {
      book_id: 'bigint not null',
      genre_id: `${type.text(40)} not null`,
      position: `${type.integer} null`,
      shelved_by: `${type.text(40)} null`,
    },
    primaryKey: ['book_id', 'genre_id'],
  }),
  rivalries: (type) => ({
    columns: { writer_id: `${type.uuid} not null`, rival_id: `${type.uuid} not null` },
    primaryKey: ['writer_id', 'rival_id'],
  }),
  topics: (type) => ({ columns: { id: key, name: `${type.text(60)} not null` } }),
  taggings: (type) => ({
    columns: {
      topic_id: `${type.integer} not null`,
      taggable_type: `${type.text(40)} not null`,
      taggable_id: `${type.text(40)} not null`,
      weight: `${type.integer} null`,
    },
    primaryKey: ['topic_id', 'taggable_type', 'taggable_id'],
  }),
  remarks: (type) => ({
    columns: {
      id: key,
      text: `${type.text(60)} not null`,
      flagged: `${type.boolean} not null`,
      remarkable_type: `${type.text(40)} not null`,
      remarkable_id: `${type.text(40)} not null`,
    },
  }),
  portraits: (type) => ({
    columns: {
      id: key,
      path: `${type.text(60)} not null`,
      portrayed_type: `${type.text(40)} not null`,
      portrayed_id: `${type.text(40)} not null`,
    },
  }),
  ledgers: (type) => ({
    columns: { id: key, entry: `${type.text(60)} not null`, writer_id: `${type.uuid} not null` },
  }),
};

export class CreateLibrary1735700000000 extends CreateTables {
  protected readonly tables = tables;
}
