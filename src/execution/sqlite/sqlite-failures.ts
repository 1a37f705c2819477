import { outcomeTable, type DriverError, type Outcome } from '../database/failure-outcome.js';

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
  foreignKey: ['SQLITE_CONSTRAINT_FOREIGNKEY', 'SQLITE_CONSTRAINT_TRIGGER'],
  value: [
    ...['SQLITE_CONSTRAINT_NOTNULL', 'SQLITE_CONSTRAINT_CHECK', 'SQLITE_CONSTRAINT_DATATYPE'],
    ...['SQLITE_MISMATCH', 'SQLITE_TOOBIG'],
  ],
  fault: [
    // Other constraints: functions, hooks and virtual tables of the schema
    ...[
      'SQLITE_ERROR',
      'SQLITE_INTERNAL',
      'SQLITE_CONSTRAINT',
      'SQLITE_CORRUPT',
      'SQLITE_NOTFOUND',
    ],
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

/** better-sqlite3 reports extended codes: `SQLITE_IOERR_WRITE`. */
export function sqliteOutcome({ code }: DriverError): Outcome | undefined {
  if (typeof code !== 'string' || !code.startsWith('SQLITE_')) return undefined;
  return outcomes.get(code) ?? outcomes.get(primaryOf(code)) ?? 'fault';
}

const primaryOf = (code: string): string => code.split('_', 2).join('_');
