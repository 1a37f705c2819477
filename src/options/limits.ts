/** The bounds of one request, each configurable. @contract C12 */
export interface Limits {
  /** Bytes of a body. */
  readonly bodyBytes: number;
  /** Levels of nesting in a JSON body; the body itself is the first. */
  readonly jsonDepth: number;
  /** Bytes of the query string, without `?`. */
  readonly queryBytes: number;
  readonly includeDepth: number;
  readonly includeNodes: number;
  readonly perPage: number;
  readonly relatablePerPage: number;
  /** Records that one request may load, counted level by level. */
  readonly rowBudget: number;
  /** Milliseconds to receive a request's headers. */
  readonly headersTimeout: number;
  /** Milliseconds to receive a whole request. */
  readonly requestTimeout: number;
  /** Milliseconds a request waits for a database connection (or, on SQLite, for the writer lock). */
  readonly poolWait: number;
  /** Milliseconds a statement may run; PostgreSQL and MariaDB cancel it. */
  readonly statementTimeout: number;
  /** Milliseconds that running requests get to finish when the service stops. */
  readonly shutdownGrace: number;
}

export const defaultLimits: Limits = {
  bodyBytes: 1024 * 1024,
  jsonDepth: 32,
  queryBytes: 8 * 1024,
  includeDepth: 5,
  includeNodes: 20,
  perPage: 100,
  relatablePerPage: 100,
  rowBudget: 50_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  poolWait: 2_000,
  statementTimeout: 10_000,
  shutdownGrace: 20_000,
};
