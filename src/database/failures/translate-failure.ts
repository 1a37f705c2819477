import { RequestError } from '../../base/errors/index.js';
import { mariaOutcome, mariaRefusal } from './maria-failures.js';
import { postgresOutcome, postgresRefusal } from './postgres-failures.js';
import { sqliteOutcome, sqliteRefusal } from './sqlite-failures.js';
import type { DriverError, FailureOutcome } from './failure-outcome.js';
import { isRefusalKind, RefusedChange, type Refusal, type RefusalDetail } from './refusal.js';
import { networkOutcomes, networkMessages, noResponse } from './network-failures.js';

/** How to read the errors of a driver. */
interface DriverErrors {
  /** Returns what an error means, or `undefined` if it is not one of this driver. */
  outcomeOf(error: DriverError): FailureOutcome | undefined;
  /** Returns what an error reports about the change that the database refuses. */
  refusalOf(error: DriverError): RefusalDetail;
}

/** One row per driver. */
const drivers: readonly DriverErrors[] = [
  { outcomeOf: postgresOutcome, refusalOf: postgresRefusal },
  { outcomeOf: mariaOutcome, refusalOf: mariaRefusal },
  { outcomeOf: sqliteOutcome, refusalOf: sqliteRefusal },
];

const MISSING_TABLE = 1146;

/** Properties that only errors of mysql2, pg and better-sqlite3 have. */
interface DriverErrorMarks {
  readonly sqlState?: unknown;
  readonly severity?: unknown;
  readonly code?: unknown;
}

/** Outcomes with a 503. Of these, the startup waits for the temporary ones. */
const UNAVAILABLE: ReadonlySet<FailureOutcome> = new Set<FailureOutcome>([
  ...([
    'lost',
    'busy',
    'crowded',
    'locked',
    'blocked',
    'readOnly',
    'victim',
    'stale',
    'unprepared',
  ] as const),
]);
const PASSING: ReadonlySet<FailureOutcome> = new Set<FailureOutcome>([
  'lost',
  'busy',
  'crowded',
  'locked',
  'victim',
]);
/** After these, the connection cannot be used again. */
const ENDING: ReadonlySet<FailureOutcome> = new Set<FailureOutcome>(['lost', 'readOnly', 'stale']);

/** Seconds after which a caller may retry: soon, or after somebody may have fixed the cause. */
const SOON = { 'Retry-After': '1' };
const LATER = { 'Retry-After': '10' };
const retryAfter = (outcome: FailureOutcome) =>
  outcome === 'blocked' || outcome === 'readOnly' ? LATER : SOON;

/**
 * Translates a failure of the database for the caller of a request: `unavailable` with
 * `Retry-After`, `statement_timeout`, or the error itself if the outcome is another one.
 *
 * @contract C9
 */
export function translateFailure(error: unknown): unknown {
  if (error instanceof RequestError) return error;
  const outcome = outcomeOf(error);
  if (outcome === 'timeout') return new RequestError('statement_timeout', { cause: error });
  if (!UNAVAILABLE.has(outcome)) return error;
  return new RequestError('unavailable', { headers: retryAfter(outcome), cause: error });
}

/**
 * Translates the failure to open a connection: without one, the service is unavailable for any
 * reason.
 */
export function translateRefusal(error: unknown): RequestError {
  const translated = translateFailure(error);
  if (translated instanceof RequestError) return translated;
  return new RequestError('unavailable', { headers: LATER, cause: error });
}

/** Whether the database cannot serve the request at the moment. */
export function isUnavailable(error: unknown): boolean {
  const translated = translateFailure(error);
  return translated instanceof RequestError && translated.code === 'unavailable';
}

/** Whether the startup should wait for the database, unlike for a wrong password. */
export const isPassing = (error: unknown): boolean => PASSING.has(outcomeOf(error));

/** Whether the connection that the error came over cannot be used again. */
export function isConnectionLost(error: unknown): boolean {
  return driverErrorOf(error).fatal === true || ENDING.has(outcomeOf(error));
}

/** Whether a transaction was rolled back only because of another one, so that it may be retried. */
export function isDeadlockVictim(error: unknown): boolean {
  const outcome = outcomeOf(error);
  return outcome === 'victim' || outcome === 'stale';
}

/** Work that lost a conflict with other transactions, and is not run again. */
export class FinalConflict extends RequestError {
  /** @param message if it differs from that of the code */
  constructor(cause: unknown, message?: string) {
    super('unavailable', { headers: SOON, cause, ...(message !== undefined && { message }) });
  }
}

/** Whether the server has no connection left for this process. */
export const isCrowded = (refusal: unknown): boolean => outcomeOf(refusal) === 'crowded';

/** Whether another transaction holds the lock of a row, so that `nowait` failed. */
export const isRowLocked = (error: unknown): boolean => outcomeOf(error) === 'busy';

/** Whether the server could not prepare the statement, and has not run it. */
export const isUnprepared = (error: unknown): boolean => outcomeOf(error) === 'unprepared';

/** Whether another process holds the lock of SQLite's file, so that nothing was done. */
export const isFileLocked = (error: unknown): boolean => outcomeOf(error) === 'locked';

/** Whether a statement was cancelled; on MariaDB and MySQL also whether another one held its lock. */
export const isTimeout = (error: unknown): boolean => outcomeOf(error) === 'timeout';

/** Whether a write broke a unique index or a primary key. */
export const isUniqueViolation = (error: unknown): boolean => outcomeOf(error) === 'unique';

/** Whether the database refused a change: its values, or the change itself. */
export const isConstraintViolation = (error: unknown): boolean => isRefusalKind(outcomeOf(error));

/**
 * Returns why the database refused a change; `null` for any other error, and for a refusal that has
 * been explained.
 */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof RefusedChange) return error.refusal;
  if (error instanceof RequestError) return null;
  const failure = driverErrorOf(error);
  for (const driver of drivers) {
    const kind = driver.outcomeOf(failure);
    if (kind) return isRefusalKind(kind) ? { kind, ...driver.refusalOf(failure) } : null;
  }
  return null;
}

/** As {@link translateFailure}, for a statement that changes rows: a refusal becomes a 409. */
export function translateChangeFailure(error: unknown): unknown {
  const refusal = refusalOf(error);
  return refusal ? new RefusedChange(refusal, error) : translateFailure(error);
}

/** Whether the database failed, also if the error has been wrapped. */
export function isDatabaseFailure(error: unknown): boolean {
  const { code, sqlState, severity } = driverErrorOf(error) as DriverErrorMarks;
  return sqlState !== undefined || severity !== undefined || String(code).startsWith('SQLITE_');
}

/**
 * Returns the error for a statement without any response: everything sent over the connection is
 * lost.
 */
export function connectionIsSilent(): unknown {
  return translateFailure(noResponse());
}

/** Returns the error for a request whose database was dropped. */
export const databaseIsMissing = (cause?: unknown): RequestError =>
  new RequestError('unavailable', { headers: LATER, cause });

/** Returns the error for a write to a database that only accepts reads. */
export const databaseIsReadOnly = (): unknown =>
  translateFailure(Object.assign(new Error('The database is read-only.'), { code: '25006' }));

/** Whether MariaDB or MySQL does not find a table, perhaps because the whole database is gone. */
export const isMissingTable = (error: unknown): boolean =>
  driverErrorOf(error).errno === MISSING_TABLE;

/** Returns the error for a request that got no connection, or no turn to write, in time. */
export function noConnectionInTime(): RequestError {
  return new RequestError('unavailable', { headers: { 'Retry-After': '1' } });
}

function outcomeOf(error: unknown): FailureOutcome {
  const failure = driverErrorOf(error);
  const network = networkOutcomes.get(String(failure.code));
  if (network) return network;
  for (const driver of drivers) {
    const outcome = driver.outcomeOf(failure);
    if (outcome) return outcome;
  }
  return outcomeOfMessage(failure.message);
}

function outcomeOfMessage(message: string): FailureOutcome {
  if (networkMessages.lost.test(message)) return 'lost';
  return networkMessages.busy.test(message) ? 'busy' : 'fault';
}

/** TypeORM wraps what the driver threw, and so does {@link translateFailure}. */
function driverErrorOf(error: unknown): DriverError {
  if (error instanceof RequestError && error.cause !== undefined) return driverErrorOf(error.cause);
  const wrapped = (error as { readonly driverError?: unknown } | null | undefined)?.driverError;
  const inner = wrapped ?? error;
  // Not by `instanceof`: a native driver keeps the first error class that it received.
  return typeof inner === 'object' && inner !== null && 'message' in inner
    ? (inner as DriverError)
    : new Error(String(inner));
}
