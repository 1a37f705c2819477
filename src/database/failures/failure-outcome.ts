/**
 * What a failure of the database means. The table of each engine maps its error codes to these.
 *
 * | Outcome | Response | What the service does |
 * |---|---|---|
 * | `lost` | 503 | drops the connection; a start waits for the server |
 * | `busy` | 503 | nothing; a start waits for the server |
 * | `crowded` | 503 | waits for its open connections, if there are any; a start waits for the server |
 * | `locked` | 503 | waits for the process that holds SQLite's file |
 * | `blocked` | 503 | nothing: somebody has to act first (disk full, account refused) |
 * | `readOnly` | 503 | drops the connection: after a failover, a new one reaches the new primary |
 * | `victim` | 503 | retries the transaction |
 * | `stale` | 503 | drops the connection, whose prepared statements are outdated, and retries |
 * | `unprepared` | 503 | closes the connection's prepared statements and runs the statement without
 * one |
 * | `timeout` | 504 | nothing |
 * | `unique` | 409 or 422 | explains which value is taken |
 * | `missing`, `referenced` | 409 or 422 | a row that does not exist is referred to, or one that is
 * referred to would disappear; `foreignKey` if the engine does not report which |
 * | `value` | 409 or 422 | explains which value the write may not have |
 * | `refused` | 409 | a trigger, a policy or a right of the database is against it |
 * | `fault` | 500 | logs it: a fault of the service or of its schema |
 *
 * @contract C9
 */
export type FailureOutcome =
  | 'lost'
  | 'busy'
  | 'crowded'
  | 'locked'
  | 'blocked'
  | 'readOnly'
  | 'victim'
  | 'stale'
  | 'unprepared'
  | 'timeout'
  | 'unique'
  | 'missing'
  | 'referenced'
  | 'foreignKey'
  | 'value'
  | 'refused'
  | 'fault';

/** Outcomes by error code, and by class of codes where a whole class means the same. */
export type OutcomeTable = ReadonlyMap<string | number, FailureOutcome>;

/** Inverts `{ lost: ['08', '57P01'] }`, which reads better than a row per code. */
export function outcomeTable(
  codes: Readonly<Partial<Record<FailureOutcome, readonly (string | number)[]>>>,
): OutcomeTable {
  return new Map(
    Object.entries(codes).flatMap(([outcome, each]) =>
      each.map((code) => [code, outcome as FailureOutcome] as const),
    ),
  );
}

/** What drivers report. */
export interface DriverError extends Error {
  readonly code?: unknown;
  readonly errno?: unknown;
  /** Of mysql2. */
  readonly sqlState?: unknown;
  /** mysql2 marks the errors that end a connection. */
  readonly fatal?: boolean;
  /** Of pg: the function of the server that reports the error, and what it is about. */
  readonly routine?: unknown;
  readonly table?: unknown;
  readonly column?: unknown;
  readonly constraint?: unknown;
  readonly detail?: unknown;
}
