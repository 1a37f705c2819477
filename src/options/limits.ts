/** The bounds of one request, each configurable. @contract C12 */
export interface Limits {
  /** Bytes of a body. */
  readonly bodyBytes: number;
  /** Bytes of a whole form, its files included; its texts together stay within `bodyBytes`. */
  readonly multipartBytes: number;
  /** Bytes of one uploaded file. */
  readonly uploadBytes: number;
  /** Pixels that an uploaded image may have a side. */
  readonly uploadPixels: number;
  /** Levels of nesting in a JSON body; the body itself is the first. */
  readonly jsonDepth: number;
  /** Bytes of the query string, without `?`. */
  readonly queryBytes: number;
  readonly includeDepth: number;
  readonly includeNodes: number;
  readonly perPage: number;
  readonly relatablePerPage: number;
  /** Characters of a text that is searched for. */
  readonly searchLength: number;
  /** Declared filters that one request may use, each of them once. */
  readonly filters: number;
  /** Records that one request may load, counted level by level. */
  readonly rowBudget: number;
  /** Bytes that the records of one response may hold as JSON. */
  readonly responseBytes: number;
  /** Bytes that large responses may hold together, from when they are read until they are sent. */
  readonly bytesInFlight: number;
  /** Large reads that may wait for their turn; a quarter of them may be one user's. */
  readonly largeReadQueue: number;
  /** Milliseconds that a large read, or a slow statement, may wait for its turn. */
  readonly largeReadWait: number;
  /** Keys that one request may list: of related records, or of records that an action runs on. */
  readonly keys: number;
  /** Records of a chunk, where an action over all records does not say; at most 1,000. */
  readonly chunkCount: number;
  /** Characters of JSON that a tool answers; what is longer is shortened, and says so. */
  readonly toolCharacters: number;
  /** Tools that a page of their list holds. */
  readonly toolsPerPage: number;
  /** Milliseconds to receive a request's headers. */
  readonly headersTimeout: number;
  /**
   * Milliseconds to receive a whole request, and those without a byte taken after which an answer
   * is given up.
   */
  readonly requestTimeout: number;
  /**
   * Milliseconds a request waits for a database connection (or, on SQLite, for the writer lock).
   */
  readonly poolWait: number;
  /**
   * Milliseconds a statement may run; PostgreSQL and MariaDB cancel it, MySQL where it reads or
   * waits for a lock.
   */
  readonly statementTimeout: number;
  /**
   * Milliseconds that a callable or a forwarded attribute may take for the records of one level.
   */
  readonly callableTimeout: number;
  /**
   * Characters that a callable or a forwarded attribute may give for one record, and one more for
   * each value inside.
   */
  readonly callableLength: number;
  /**
   * Milliseconds that the service goes on serving after SIGTERM, while `/health/ready` is 503; 0:
   * none.
   */
  readonly drainDelay: number;
  /** Milliseconds that running requests get to finish when the service stops. */
  readonly shutdownGrace: number;
}

export const defaultLimits: Limits = {
  bodyBytes: 1024 * 1024,
  multipartBytes: 12 * 1024 * 1024,
  uploadBytes: 5 * 1024 * 1024,
  uploadPixels: 8_192,
  jsonDepth: 32,
  queryBytes: 8 * 1024,
  includeDepth: 5,
  includeNodes: 20,
  perPage: 100,
  relatablePerPage: 100,
  searchLength: 200,
  filters: 20,
  rowBudget: 50_000,
  responseBytes: 32 * 1024 * 1024,
  bytesInFlight: 64 * 1024 * 1024,
  largeReadQueue: 100,
  largeReadWait: 10_000,
  keys: 1_000,
  chunkCount: 200,
  toolCharacters: 40_000,
  toolsPerPage: 100,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  poolWait: 2_000,
  statementTimeout: 10_000,
  callableTimeout: 10_000,
  callableLength: 1024 * 1024,
  drainDelay: 0,
  shutdownGrace: 20_000,
};
