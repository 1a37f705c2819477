import { outcomeTable, type DriverError, type FailureOutcome } from './failure-outcome.js';
import { NO_DETAIL, type RefusalDetail } from './refusal.js';

/**
 * SQLite's result codes: the extended codes that differ from their primary code, and every primary
 * code, which covers its other extended codes as well (`SQLITE_IOERR` for
 * `SQLITE_IOERR_WRITE`).
 */
const outcomes = outcomeTable({
  locked: ['SQLITE_BUSY'],
  // A transaction that read before another one wrote, a lock of this process, or a statement that
  // was interrupted
  busy: [
    ...['SQLITE_BUSY_SNAPSHOT', 'SQLITE_LOCKED', 'SQLITE_PROTOCOL', 'SQLITE_SCHEMA'],
    ...['SQLITE_ABORT', 'SQLITE_INTERRUPT'],
  ],
  // Disk full, I/O error, no memory, files that cannot be opened, locked or grow
  blocked: [
    ...[
      'SQLITE_FULL',
      'SQLITE_IOERR',
      'SQLITE_NOMEM',
      'SQLITE_CANTOPEN',
      'SQLITE_PERM',
      'SQLITE_NOLFS',
    ],
  ],
  readOnly: ['SQLITE_READONLY'],
  unique: ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', 'SQLITE_CONSTRAINT_ROWID'],
  foreignKey: ['SQLITE_CONSTRAINT_FOREIGNKEY'],
  value: [
    ...['SQLITE_CONSTRAINT_NOTNULL', 'SQLITE_CONSTRAINT_CHECK', 'SQLITE_CONSTRAINT_DATATYPE'],
    ...['SQLITE_MISMATCH', 'SQLITE_TOOBIG'],
  ],
  // Triggers, and other constraints: functions, hooks and virtual tables of the schema
  refused: ['SQLITE_CONSTRAINT'],
  fault: [
    ...['SQLITE_ERROR', 'SQLITE_INTERNAL', 'SQLITE_CORRUPT', 'SQLITE_NOTFOUND'],
    ...[
      'SQLITE_EMPTY',
      'SQLITE_MISUSE',
      'SQLITE_AUTH',
      'SQLITE_FORMAT',
      'SQLITE_RANGE',
      'SQLITE_NOTADB',
    ],
  ],
});

/** Foreign keys with `on delete restrict` are triggers of SQLite's own. */
const FOREIGN_KEY = 'FOREIGN KEY constraint failed';

/** better-sqlite3 reports extended codes: `SQLITE_IOERR_WRITE`. */
export function sqliteOutcome({ code, message }: DriverError): FailureOutcome | undefined {
  if (typeof code !== 'string' || !code.startsWith('SQLITE_')) return undefined;
  if (code === 'SQLITE_CONSTRAINT_TRIGGER' && message === FOREIGN_KEY) return 'foreignKey';
  return outcomes.get(code) ?? outcomes.get(primaryOf(code)) ?? 'fault';
}

const primaryOf = (code: string): string => code.split('_', 2).join('_');

/**
 * SQLite names columns, but not the constraint: `UNIQUE constraint failed: books.shelf, books.row`;
 * a check by its name or its expression; `cannot store TEXT value in INTEGER column books.row`.
 */
export function sqliteRefusal({ message }: DriverError): RefusalDetail {
  const [, kind, named] = /^(UNIQUE|NOT NULL|CHECK) constraint failed: (.+)$/s.exec(message) ?? [];
  if (kind === 'CHECK') return { ...NO_DETAIL, constraint: named! };
  const listed = named ?? / column ([^\s.]+\.[^\s.]+)$/.exec(message)?.[1] ?? '';
  const table = /^([^.]+)\./.exec(listed)?.[1];
  if (table === undefined) return NO_DETAIL;
  const columns = listed.split(', ').map((each) => each.replace(`${table}.`, ''));
  return { table, constraint: null, columns };
}
