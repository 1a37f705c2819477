import type { ColumnIndexes } from '../../dialects/column-indexes.js';
import { doubleQuoted } from '../../dialects/dialect.js';
import { instantOf } from '../../dialects/instant-of.js';

/** Instants are compared as {@link instantOf} writes them. */
export const sqliteIndexes: ColumnIndexes = {
  partFor({ name, type }) {
    const quoted = doubleQuoted(name);
    return { sql: type === 'datetime' ? instantOf(quoted) : quoted };
  },
  searchedAs: null,
};
