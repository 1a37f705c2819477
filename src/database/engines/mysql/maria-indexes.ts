import type { ColumnIndexes } from '../../dialects/column-indexes.js';
import { mysqlQuoted } from './mysql-family.js';

/** Characters of an index: InnoDB takes 3,072 bytes, and a character has up to four. */
const MAX_CHARACTERS = 768;
/** The first characters of a longer string, which find a value. */
const PREFIX = 191;

/** @param collation the collation that compares code points */
export const mariaIndexes = (collation: string): ColumnIndexes => ({
  partFor({ name, type }, { exact, type: storedType, length }, use) {
    const quoted = mysqlQuoted(name);
    if (type !== 'text') return { sql: quoted };
    if (!exact)
      return {
        reason: `the collation of ${name} does not compare code points; change it to ${collation} first`,
      };
    const isLong = storedType.endsWith('text') || (length ?? 0) > MAX_CHARACTERS;
    if (!isLong) return { sql: quoted };
    if (use === 'match') return { sql: `${quoted}(${PREFIX})` };
    return { reason: `an index contains only the first characters of ${name}` };
  },
  searchedAs: null,
});
