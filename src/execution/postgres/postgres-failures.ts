import { outcomeTable, type DriverError, type Outcome } from '../database/failure-outcome.js';

/**
 * PostgreSQL's SQLSTATE codes, and its classes (two characters) where all other codes of a class
 * mean the same. All classes of PostgreSQL's appendix A are listed.
 */
const outcomes = outcomeTable({
  // 08 connection exception (PgBouncer reports its own errors there), 57P0x shutdown, crash, start,
  // dropped database. 40003: it is not known whether the commit happened, so neither a retry nor
  // the callbacks of either end may follow.
  lost: ['08', '40003', '25P03', '25P04', '57P01', '57P02', '57P03', '57P04', '57P05'],
  // 53300 too many connections, 55006 object in use, 55P03 lock_timeout or NOWAIT, HV00N foreign
  // server away
  busy: ['53300', '55006', '55P03', '57000', 'HV00N'],
  // 28 account refused, 3D database missing, 53 disk full or out of memory, 58 I/O errors, F0
  // configuration file
  blocked: ['28', '3D', '53', '58', 'F0'],
  readOnly: ['25006'],
  // 40 serialization failure and deadlock, 72 snapshot too old
  victim: ['40', '72'],
  // 26 the server does not know the prepared statement, as behind a pooler that shares connections
  stale: ['26'],
  timeout: ['57014'],
  unique: ['23505'],
  foreignKey: ['23001', '23503'],
  // 22 data exception, 23 other constraints, 44 check option of a view, 40002 deferred constraint,
  // 54000 row too long
  value: ['22', '23', '40002', '44', '54000'],
  fault: [
    // Never errors: success, warning, no data. Statement forms, cursors, transactions and
    // savepoints that we do not use.
    ...[
      '00',
      '01',
      '02',
      '03',
      '0B',
      '0F',
      '0L',
      '0P',
      '0Z',
      '10',
      '20',
      '21',
      '24',
      '2B',
      '2D',
      '34',
      '3B',
    ],
    // Features, functions, triggers and foreign data of the schema
    ...['09', '0A', '27', '2F', '38', '39', 'HV', 'P0'],
    // 25 transaction state, 3F schema missing, 42 syntax, table, column or right missing, 54 limits
    // of the program
    ...['25', '3F', '42', '54'],
    // 55 object not in the required state, 57 operator intervention, XX internal error or corrupt
    // data
    ...['55', '57', 'XX'],
  ],
});

/**
 * The function that reports that a prepared statement no longer fits the table. The message depends
 * on the language.
 */
const REVALIDATION = 'RevalidateCachedQuery';

const SQLSTATE = /^[0-9A-Z]{5}$/;

export function postgresOutcome({ code, routine }: DriverError): Outcome | undefined {
  if (typeof code !== 'string' || !SQLSTATE.test(code)) return undefined;
  if (code === '0A000' && routine === REVALIDATION) return 'stale';
  return outcomes.get(code) ?? outcomes.get(code.slice(0, 2)) ?? 'fault';
}
