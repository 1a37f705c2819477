import type { SchemaFacts, StoredTable } from '../../../../src/registry/resources/schema-facts.js';

/** A table that has every column. It is a view, so that nothing else is compared. */
const table: StoredTable = {
  name: 'any',
  schema: null,
  isView: true,
  isPlain: true,
  hasTriggers: false,
  returnsRows: false,
  columns: [],
  indexes: [],
  checks: [],
  isIndexed: () => true,
  proposeIndex: () => ({ statements: ['create index x'] }),
  proposeSearchIndexes: () => ({ statements: [] }),
  indexedAs: ({ name }) => name,
  findColumn: (name) => ({
    name,
    type: 'any',
    sql: 'any',
    labels: null,
    nullable: true,
    required: false,
    default: null,
    filled: true,
    length: null,
    precision: null,
    scale: null,
    generated: false,
    counted: false,
    unsigned: false,
    computed: false,
    isKey: false,
    exact: true,
    canHold: () => true,
  }),
};

/** A database that matches every entity. */
export const agreeingFacts: SchemaFacts = {
  tables: [],
  foreignKeys: [],
  findTable: () => table,
};
