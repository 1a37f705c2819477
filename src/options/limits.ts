import { wholeNumber } from './setting.js';

/** The highest number of any limit, and the most milliseconds that Node's timers take: 25 days. */
const MAX = 2 ** 31 - 1;

type LimitRow = Parameters<typeof wholeNumber>[0] & {
  readonly default: number;
  readonly unit: string;
};

const limit = (row: LimitRow) => wholeNumber({ to: MAX, ...row });

/** The limits of a deployment, as a table: defaults, ranges and descriptions. @contract C12 */
export const limitSettings = {
  bodyBytes: limit({
    default: 1024 * 1024,
    unit: 'bytes',
    about: 'The maximum size of a request body.',
  }),
  multipartBytes: limit({
    default: 12 * 1024 * 1024,
    unit: 'bytes',
    about:
      'The maximum size of a form with its files. Its other fields together must not exceed LIMIT_BODY_BYTES.',
  }),
  uploadBytes: limit({
    default: 5 * 1024 * 1024,
    unit: 'bytes',
    about: 'The maximum size of an uploaded file.',
  }),
  uploadPixels: limit({
    default: 8_192,
    unit: 'pixels',
    about: 'The maximum width and height of an uploaded image.',
  }),
  jsonDepth: limit({
    default: 32,
    unit: 'levels',
    about: 'The maximum nesting depth of JSON. The body itself is the first level.',
  }),
  queryBytes: limit({
    default: 8 * 1024,
    unit: 'bytes',
    about: 'The maximum length of the query string, without its question mark.',
  }),
  includeDepth: limit({
    default: 5,
    unit: 'levels',
    about: 'The maximum depth of included relations.',
  }),
  includeNodes: limit({
    default: 20,
    unit: 'relations',
    about: 'The maximum number of relations that one request includes.',
  }),
  perPage: limit({ default: 100, unit: 'records', about: 'The maximum page size.' }),
  relatablePerPage: limit({
    default: 100,
    unit: 'records',
    about: 'The maximum number of related records per parent in a response.',
  }),
  searchLength: limit({
    default: 200,
    unit: 'characters',
    about: 'The maximum length of a search term.',
  }),
  filters: limit({
    default: 20,
    unit: 'filters',
    about: 'The maximum number of declared filters in one request.',
  }),
  rowBudget: limit({
    default: 50_000,
    unit: 'records',
    about: 'The maximum number of records that one request loads, on all levels together.',
  }),
  responseBytes: limit({
    default: 32 * 1024 * 1024,
    unit: 'bytes',
    about: 'The maximum size of the records in a response, as JSON.',
  }),
  bytesInFlight: limit({
    default: 64 * 1024 * 1024,
    unit: 'bytes',
    about: 'The maximum total size of the large responses that are not sent yet.',
  }),
  largeReadQueue: limit({
    default: 100,
    unit: 'requests',
    about: 'The maximum number of large reads that wait. One user may have a quarter of them.',
  }),
  largeReadWait: limit({
    default: 10_000,
    unit: 'milliseconds',
    about: 'How long a large read or a slow statement may wait for its turn.',
  }),
  keys: limit({
    default: 1_000,
    unit: 'keys',
    about: 'The maximum number of keys that one request lists.',
  }),
  bulk: limit({
    default: 1_000,
    unit: 'records',
    about: 'The maximum number of records in one bulk write.',
  }),
  expensiveValues: limit({
    default: 10,
    unit: 'values',
    about:
      'The maximum number of values in a bulk write that take long to compute, such as the hash of a password: those of fields with `transform: expensive(...)`.',
  }),
  chunkCount: limit({
    default: 200,
    to: 1_000,
    unit: 'records',
    about: 'The chunk size of actions on all records that do not set one.',
  }),
  toolCharacters: limit({
    default: 40_000,
    unit: 'characters',
    about: 'The maximum length of a tool result, as JSON. Longer results are shortened.',
  }),
  toolsPerPage: limit({
    default: 100,
    unit: 'tools',
    about: 'The page size of the list of tools.',
  }),
  headersTimeout: limit({
    default: 10_000,
    unit: 'milliseconds',
    about: 'The time limit to receive the headers of a request.',
  }),
  requestTimeout: limit({
    default: 30_000,
    unit: 'milliseconds',
    about:
      'The time limit to receive a whole request, and for a client to read any byte of its response.',
  }),
  poolWait: limit({
    default: 2_000,
    unit: 'milliseconds',
    about:
      'How long a request waits for a database connection, or on SQLite for its turn to write.',
  }),
  statementTimeout: limit({
    default: 10_000,
    unit: 'milliseconds',
    about:
      'The time limit of an SQL statement. PostgreSQL and MariaDB cancel it, MySQL only if it reads or waits for a lock; SQLite gives up a read that took long before, which then runs to its end.',
  }),
  callableTimeout: limit({
    default: 10_000,
    unit: 'milliseconds',
    about: 'The time limit of a computed attribute for the records of one level.',
  }),
  callableLength: limit({
    default: 1024 * 1024,
    unit: 'characters',
    about:
      'The maximum length of the value of a computed attribute; each value inside counts as one more.',
  }),
  drainDelay: limit({
    default: 0,
    unit: 'milliseconds',
    from: 0,
    about:
      'How long the service continues to serve requests after SIGTERM while /health/ready is 503, so that a load balancer can remove it. The Docker image sets 3000.',
  }),
  shutdownGrace: limit({
    default: 20_000,
    unit: 'milliseconds',
    about: 'The time that running requests get to finish when the service stops.',
  }),
};

/** The configurable limits of a request. docs/reference/configuration.md describes each. @contract C12 */
export type Limits = { readonly [Name in keyof typeof limitSettings]: number };

export const defaultLimits = Object.fromEntries(
  Object.entries(limitSettings).map(([name, setting]) => [name, setting.default]),
) as unknown as Limits;
