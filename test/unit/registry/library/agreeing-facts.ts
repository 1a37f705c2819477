import type { SchemaFacts, StoredTable } from '../../../../src/registry/resources/schema-facts.js';

/** A table that has every column. It is a view, so that nothing else is compared. */
const table: StoredTable = {
  schema: null,
  isView: true,
  hasTriggers: false,
  columns: [],
  indexes: [],
  findColumn: (name) => ({
    name,
    type: 'any',
    nullable: true,
    filled: true,
    length: null,
    precision: null,
    scale: null,
    generated: false,
    unsigned: false,
    computed: false,
    isKey: false,
  }),
};

/** A database that matches every entity. */
export const agreeingFacts: SchemaFacts = {
  isIndexed: () => true,
  indexedAs: ({ name }) => name,
  isExact: () => true,
  isFitting: () => true,
  tableNames: [],
  findTable: () => table,
};
