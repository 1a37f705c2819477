import { outcomeTable, type DriverError, type FailureOutcome } from './failure-outcome.js';
import type { RefusalDetail } from './refusal.js';

/**
 * PostgreSQL's SQLSTATE codes, and its classes (two characters) where all other codes of a class
 * mean the same. All classes of PostgreSQL's appendix A are listed.
 */
const outcomes = outcomeTable({
  // 08 connection exception (PgBouncer reports its own errors there), 57P0x shutdown, crash, start,
  // dropped database, 40003 CockroachDB does not know whether the commit happened
  lost: ['08', '40003', '25P03', '25P04', '57P01', '57P02', '57P03', '57P04', '57P05'],
  // Too many connections
  crowded: ['53300'],
  // 55006 object in use, 55P03 lock_timeout or NOWAIT, HV00N foreign server away
  busy: ['55006', '55P03', '57000', 'HV00N'],
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
  referenced: ['23001'],
  foreignKey: ['23503'],
  // 22 data exception, 23 other constraints, 44 check option of a view, 40002 deferred constraint,
  // 54000 row too long
  value: ['22', '23', '40002', '44', '54000'],
  // What a trigger does: raises an error itself (P0), fails in its language (38, 39) or does what it
  // may not (09, 27). 42501 a right or a policy of the row is missing, 428C9 a column that only the
  // database writes, 55000 a view that cannot be written
  refused: ['P0', '38', '39', '09', '27', '42501', '428C9', '55000'],
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
    // Features, functions and foreign data of the schema
    ...['0A', '2F', 'HV'],
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

/** The function that runs `raise` in a trigger, which may use any code. */
const RAISE = 'exec_stmt_raise';

const SQLSTATE = /^[0-9A-Z]{5}$/;

export function postgresOutcome({ code, routine }: DriverError): FailureOutcome | undefined {
  if (typeof code !== 'string' || !SQLSTATE.test(code)) return undefined;
  if (code === '0A000' && routine === REVALIDATION) return 'stale';
  const outcome = outcomes.get(code) ?? outcomes.get(code.slice(0, 2)) ?? 'fault';
  return outcome === 'fault' && routine === RAISE ? 'refused' : outcome;
}

const CHECK = '23514';

/** The detail names the columns, in every language: `... (shelf, row)=(1, 2) ...`. */
export function postgresRefusal(failure: DriverError): RefusalDetail {
  const { code, table, column, constraint, detail } = failure;
  const [key, values] = typeof detail === 'string' ? detail.split(')=(', 2) : [];
  const listed = values === undefined ? [] : key!.slice(key!.indexOf('(') + 1).split(', ');
  const named = typeof column === 'string' ? [column] : listed;
  return {
    table: typeof table === 'string' ? table : null,
    constraint: code === CHECK && typeof constraint === 'string' ? constraint : null,
    columns: named.map((name) => name.replace(/^"(.*)"$/s, '$1')),
  };
}
