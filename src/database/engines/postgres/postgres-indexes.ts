import type { ColumnIndexes } from '../../dialects/column-indexes.js';
import { doubleQuoted } from '../../dialects/dialect.js';
import { isOtherTextType, postgres } from './postgres-dialect.js';

/**
 * PostgreSQL uses an index only if its collation is that of the statement: sorts compare by code
 * points (`collate "C"`), and matches use the collation of the column.
 */
export const postgresIndexes: ColumnIndexes = {
  partFor(column, { exact }, use) {
    if (isOtherTextType(column))
      return {
        reason: `statements compare ${column.name} (${column.databaseType}) as text, which no index contains`,
      };
    const quoted = doubleQuoted(column.name);
    const isCollated = use === 'sort' && column.type === 'text' && !exact;
    return { sql: isCollated ? `${quoted} collate "C"` : quoted };
  },
  /** Searches for ASCII letters fold these only; others fold all letters. */
  searchedAs: (quoted) => [postgres.foldedAscii(quoted), postgres.folded(quoted)],
};
