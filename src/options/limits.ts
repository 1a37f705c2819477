/** The configurable limits of a request. @contract C12 */
export interface Limits {
  /** Bytes of a body. */
  readonly bodyBytes: number;
  /** Bytes of a form with its files. Its other fields together must not exceed `bodyBytes`. */
  readonly multipartBytes: number;
  /** Bytes of one uploaded file. */
  readonly uploadBytes: number;
  /** Pixels per side of an uploaded image. */
  readonly uploadPixels: number;
  /** Levels of nesting in a JSON body; the body itself is the first. */
  readonly jsonDepth: number;
  /** Bytes of the query string, without `?`. */
  readonly queryBytes: number;
  readonly includeDepth: number;
  readonly includeNodes: number;
  readonly perPage: number;
  readonly relatablePerPage: number;
  /** Characters of a search term. */
  readonly searchLength: number;
  /** Declared filters in one request. */
  readonly filters: number;
  /** Records that one request loads, counted level by level. */
  readonly rowBudget: number;
  /** Bytes of the records of one response, as JSON. */
  readonly responseBytes: number;
  /** Bytes of all large responses together, from reading until they are sent. */
  readonly bytesInFlight: number;
  /** Large reads that wait for their turn. One user may have a quarter of them. */
  readonly largeReadQueue: number;
  /** Milliseconds that a large read or a slow statement waits for its turn. */
  readonly largeReadWait: number;
  /** Keys that one request lists: of related records, of records that an action runs on, or to match. */
  readonly keys: number;
  /** Records that one bulk write stores, updates or deletes. */
  readonly bulk: number;
  /**
   * Values in a bulk write that take long to compute, such as the hash of a password. A field declares
   * them with `transform: expensive(...)`.
   */
  readonly expensiveValues: number;
  /** Default records per chunk of an action on all records; at most 1,000. */
  readonly chunkCount: number;
  /** Characters of a tool result as JSON. Longer results are shortened and marked. */
  readonly toolCharacters: number;
  /** Tools per page of their list. */
  readonly toolsPerPage: number;
  /** Milliseconds to receive a request's headers. */
  readonly headersTimeout: number;
  /**
   * Milliseconds to receive a whole request. Also the milliseconds after which a response is
   * aborted if the client does not read any byte.
   */
  readonly requestTimeout: number;
  /**
   * Milliseconds that a request waits for a database connection (on SQLite: for the write lock).
   */
  readonly poolWait: number;
  /**
   * Milliseconds that a statement may run. PostgreSQL and MariaDB cancel it; MySQL only if it reads
   * or waits for a lock.
   */
  readonly statementTimeout: number;
  /** Milliseconds of a callable or a forwarded attribute for the records of one level. */
  readonly callableTimeout: number;
  /**
   * Characters that a callable or a forwarded attribute may return for one record; each value
   * inside counts as one more.
   */
  readonly callableLength: number;
  /**
   * Milliseconds that the service continues to serve after SIGTERM while `/health/ready` is 503.
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
  bulk: 1_000,
  expensiveValues: 10,
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
