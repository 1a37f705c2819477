import { RequestError, type ErrorCode } from '../../errors/index.js';

interface DriverError extends Error {
  readonly code?: string;
  readonly errno?: number;
  /** mysql2 marks what ends a connection. */
  readonly fatal?: boolean;
}

/** What only the errors of mysql2, of pg, and of better-sqlite3 carry. */
interface DriverErrorMarks {
  readonly sqlState?: unknown;
  readonly severity?: unknown;
  readonly code?: unknown;
}

interface Failure {
  readonly is: ErrorCode;
  /** SQLSTATE of PostgreSQL, result code of SQLite, code of Node's sockets or of mysql2. */
  readonly codes: readonly string[];
  /** Numbers of MariaDB and MySQL. */
  readonly numbers: readonly number[];
  /** What drivers say without a code. */
  readonly texts?: RegExp;
}

const lostConnection: Failure = {
  is: 'unavailable',
  codes: [
    ...['08000', '08001', '08003', '08004', '08006', '25P03', '57P01', '57P02', '57P03', '57P05'],
    ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
    ...['ENOTFOUND', 'EAI_AGAIN', 'PROTOCOL_CONNECTION_LOST', 'PROTOCOL_SEQUENCE_TIMEOUT'],
  ],
  // 1053 shutdown, 1317 interrupted, 1152 to 1161 network, 1927 and 3169 killed, 4031 nobody used it for long
  numbers: [1053, 1152, 1158, 1159, 1160, 1161, 1317, 1927, 2006, 2013, 3169, 4031],
  texts:
    /^(Connection terminated|Connection lost|timeout expired|Client has encountered|Client was closed|Query read timeout|Can't (add new command|write) .*closed|Query runner already released)/,
};

const failures: readonly Failure[] = [
  lostConnection,
  {
    is: 'unavailable',
    codes: [
      '53300',
      'SQLITE_BUSY',
      'SQLITE_BUSY_RECOVERY',
      'SQLITE_BUSY_SNAPSHOT',
      'SQLITE_BUSY_TIMEOUT',
      'SQLITE_LOCKED',
    ],
    numbers: [1040, 1203, 1226],
    texts:
      /^(timeout exceeded when trying to connect|Cannot use a pool after calling end|Pool is closed|Queue limit reached|The database connection is not open)/,
  },
  { is: 'unavailable', codes: ['40P01', '40001'], numbers: [1213] },
  // 1205 waited for a lock for as long as a statement may take
  { is: 'statement_timeout', codes: ['57014'], numbers: [1205, 1969, 3024] },
];

const victims = failures[2]!;

/** Another process writes into the file of SQLite. */
const fileLocked: Omit<Failure, 'is'> = {
  codes: ['SQLITE_BUSY', 'SQLITE_BUSY_RECOVERY', 'SQLITE_BUSY_TIMEOUT'],
  numbers: [],
};

const uniqueViolation: Omit<Failure, 'is'> = {
  codes: ['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', 'SQLITE_CONSTRAINT_ROWID'],
  numbers: [1062],
};

const foreignKeyViolation: Omit<Failure, 'is'> = {
  codes: ['23503', '23001', 'SQLITE_CONSTRAINT_FOREIGNKEY', 'SQLITE_CONSTRAINT_TRIGGER'],
  numbers: [1216, 1217, 1451, 1452],
};

/** Empty where it may not be, outside a check, too long, out of range: what only the schema knows. */
const schemaViolation: Omit<Failure, 'is'> = {
  codes: ['23502', '23514', '22001', '22003', '22007', '22008', 'SQLITE_CONSTRAINT_NOTNULL', 'SQLITE_CONSTRAINT_CHECK'],
  numbers: [1048, 1264, 1292, 1364, 1366, 1406, 3819, 4025],
};

/**
 * What a failure of the database means to the caller of a request: `unavailable` with `Retry-After`,
 * `statement_timeout`, or the error itself where it is no such thing.
 *
 * @contract C9
 */
export function translateFailure(error: unknown): unknown {
  if (error instanceof RequestError) return error;
  const cause = driverErrorOf(error);
  const failure = failures.find((candidate) => matches(cause, candidate));
  if (!failure) return error;
  const headers: Record<string, string> = failure.is === 'unavailable' ? { 'Retry-After': '1' } : {};
  return new RequestError(failure.is, { headers, cause: error });
}

/** Whether nobody answers at the other end for the moment; a wrong password is something else. */
export function isUnavailable(error: unknown): boolean {
  const translated = translateFailure(error);
  return translated instanceof RequestError && translated.code === 'unavailable';
}

/** Whether the connection that the error came over is of no more use. */
export function isConnectionLost(error: unknown): boolean {
  const cause = driverErrorOf(error);
  return cause.fatal === true || matches(cause, lostConnection);
}

/** Whether a transaction was undone only because another stood in its way, and may be tried again. */
export function isVictim(error: unknown): boolean {
  return matches(driverErrorOf(error), victims);
}

/** Whether another process holds the lock of SQLite's file, so that nothing was done. */
export function isFileLocked(error: unknown): boolean {
  return matches(driverErrorOf(error), fileLocked);
}

/** Whether a write broke a unique index or a primary key. */
export function isUniqueViolation(error: unknown): boolean {
  return matches(driverErrorOf(error), uniqueViolation);
}

/** Whether a write named a row that is not there, or took one away that others name. */
export function isForeignKeyViolation(error: unknown): boolean {
  return matches(driverErrorOf(error), foreignKeyViolation);
}

/** Whether a write broke what a column or a check of the schema demands. */
export function isSchemaViolation(error: unknown): boolean {
  return matches(driverErrorOf(error), schemaViolation);
}

/** Whether it was the database that failed, whoever told of it since. */
export function isDatabaseFailure(error: unknown): boolean {
  const { code, sqlState, severity } = driverErrorOf(error) as DriverErrorMarks;
  return sqlState !== undefined || severity !== undefined || String(code).startsWith('SQLITE_');
}

/** The failure of a statement that a connection did not answer at all: whatever was sent over it is lost. */
export function connectionIsSilent(): unknown {
  return translateFailure(Object.assign(new Error('The database did not answer.'), { code: 'ETIMEDOUT', fatal: true }));
}

/** The refusal of a request that found no connection, or no turn to write, in time. */
export function noConnectionInTime(): RequestError {
  return new RequestError('unavailable', { headers: { 'Retry-After': '1' } });
}

function matches(error: DriverError, { codes, numbers, texts }: Omit<Failure, 'is'>): boolean {
  if (error.errno !== undefined && numbers.includes(error.errno)) return true;
  if (error.code !== undefined && codes.includes(error.code)) return true;
  return texts?.test(error.message) ?? false;
}

/** TypeORM wraps what the driver threw, and so does {@link translateFailure}. */
function driverErrorOf(error: unknown): DriverError {
  if (error instanceof RequestError && error.cause !== undefined) return driverErrorOf(error.cause);
  const wrapped = (error as { readonly driverError?: unknown } | null | undefined)?.driverError;
  const inner = wrapped ?? error;
  // Not by `instanceof`: a native driver keeps the class of errors that it was given first.
  return typeof inner === 'object' && inner !== null && 'message' in inner
    ? (inner as DriverError)
    : new Error(String(inner));
}
