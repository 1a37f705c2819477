import type { ColumnIndexes } from '../../dialects/column-indexes.js';
import { doubleQuoted, type Dialect } from '../../dialects/dialect.js';
import { isOtherTextType } from './postgres-dialect.js';
import type { PostgresFlavour } from './postgres-flavours.js';

/**
 * PostgreSQL uses an index only if its collation is that of the statement: sorts compare by code
 * points (`collate "C"`), and matches use the collation of the column.
 */
export const postgresIndexes = (
  { collations }: PostgresFlavour,
  dialect: Dialect,
): ColumnIndexes => ({
  partFor(column, { exact }, use) {
    if (isOtherTextType(column))
      return {
        reason: `statements compare ${column.name} (${column.databaseType}) as text, which no index contains`,
      };
    const quoted = doubleQuoted(column.name);
    const isCollated = collations && use === 'sort' && column.type === 'text' && !exact;
    return { sql: isCollated ? `${quoted} collate "C"` : quoted };
  },
  /** Searches for ASCII letters fold these only; others fold all letters. */
  searchedAs: (quoted) => [dialect.foldedAscii(quoted), dialect.folded(quoted)],
});
