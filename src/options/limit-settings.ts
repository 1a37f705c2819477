import { defaultLimits, type Limits } from './limits.js';
import { WholeNumber } from './setting.js';

/** `bodyBytes` -> `_BODY_BYTES` */
type Constant<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? '' : '_'}${Uppercase<First>}${Constant<Rest>}`
  : '';

/** The environment variable of each limit. */
type LimitVariables = { readonly [Name in keyof Limits as `LIMIT_${Constant<Name>}`]: number };

/** The maximum of Node's timers: 25 days. */
const milliseconds = { unit: 'milliseconds', to: 2 ** 31 - 1 };

/** The limits as settings. A limit without a property here does not compile. @contract C12 */
export class LimitSettings implements LimitVariables {
  @WholeNumber({ unit: 'bytes', about: 'The maximum size of a request body.' })
  LIMIT_BODY_BYTES: number = defaultLimits.bodyBytes;

  @WholeNumber({
    unit: 'bytes',
    about:
      'The maximum size of a form with its files. Its other fields together must not exceed LIMIT_BODY_BYTES.',
  })
  LIMIT_MULTIPART_BYTES: number = defaultLimits.multipartBytes;

  @WholeNumber({ unit: 'bytes', about: 'The maximum size of an uploaded file.' })
  LIMIT_UPLOAD_BYTES: number = defaultLimits.uploadBytes;

  @WholeNumber({ unit: 'pixels', about: 'The maximum width and height of an uploaded image.' })
  LIMIT_UPLOAD_PIXELS: number = defaultLimits.uploadPixels;

  @WholeNumber({
    unit: 'levels',
    about: 'The maximum nesting depth of JSON. The body itself is the first level.',
  })
  LIMIT_JSON_DEPTH: number = defaultLimits.jsonDepth;

  @WholeNumber({
    unit: 'bytes',
    about: 'The maximum length of the query string, without its question mark.',
  })
  LIMIT_QUERY_BYTES: number = defaultLimits.queryBytes;

  @WholeNumber({ unit: 'levels', about: 'The maximum depth of included relations.' })
  LIMIT_INCLUDE_DEPTH: number = defaultLimits.includeDepth;

  @WholeNumber({
    unit: 'relations',
    about: 'The maximum number of relations that one request includes.',
  })
  LIMIT_INCLUDE_NODES: number = defaultLimits.includeNodes;

  @WholeNumber({ unit: 'records', about: 'The maximum page size.' })
  LIMIT_PER_PAGE: number = defaultLimits.perPage;

  @WholeNumber({
    unit: 'records',
    about: 'The maximum number of related records per parent in a response.',
  })
  LIMIT_RELATABLE_PER_PAGE: number = defaultLimits.relatablePerPage;

  @WholeNumber({ unit: 'characters', about: 'The maximum length of a search term.' })
  LIMIT_SEARCH_LENGTH: number = defaultLimits.searchLength;

  @WholeNumber({
    unit: 'filters',
    about: 'The maximum number of declared filters in one request.',
  })
  LIMIT_FILTERS: number = defaultLimits.filters;

  @WholeNumber({
    unit: 'records',
    about: 'The maximum number of records that one request loads, on all levels together.',
  })
  LIMIT_ROW_BUDGET: number = defaultLimits.rowBudget;

  @WholeNumber({ unit: 'bytes', about: 'The maximum size of the records in a response, as JSON.' })
  LIMIT_RESPONSE_BYTES: number = defaultLimits.responseBytes;

  @WholeNumber({
    unit: 'bytes',
    about: 'The maximum total size of the large responses that are not sent yet.',
  })
  LIMIT_BYTES_IN_FLIGHT: number = defaultLimits.bytesInFlight;

  @WholeNumber({
    unit: 'requests',
    about: 'The maximum number of large reads that wait. One user may have a quarter of them.',
  })
  LIMIT_LARGE_READ_QUEUE: number = defaultLimits.largeReadQueue;

  @WholeNumber({
    ...milliseconds,
    about: 'How long a large read or a slow statement may wait for its turn.',
  })
  LIMIT_LARGE_READ_WAIT: number = defaultLimits.largeReadWait;

  @WholeNumber({ unit: 'keys', about: 'The maximum number of keys that one request lists.' })
  LIMIT_KEYS: number = defaultLimits.keys;

  @WholeNumber({ unit: 'records', about: 'The maximum number of records in one bulk write.' })
  LIMIT_BULK: number = defaultLimits.bulk;

  @WholeNumber({
    unit: 'values',
    about:
      'The maximum number of values in a bulk write that take long to compute, such as the hash of a password.',
  })
  LIMIT_EXPENSIVE_VALUES: number = defaultLimits.expensiveValues;

  @WholeNumber({
    to: 1_000,
    unit: 'records',
    about: 'The chunk size of actions on all records that do not set one.',
  })
  LIMIT_CHUNK_COUNT: number = defaultLimits.chunkCount;

  @WholeNumber({
    unit: 'characters',
    about: 'The maximum length of a tool result, as JSON. Longer results are shortened.',
  })
  LIMIT_TOOL_CHARACTERS: number = defaultLimits.toolCharacters;

  @WholeNumber({ unit: 'tools', about: 'The page size of the list of tools.' })
  LIMIT_TOOLS_PER_PAGE: number = defaultLimits.toolsPerPage;

  @WholeNumber({ ...milliseconds, about: 'The time limit to receive the headers of a request.' })
  LIMIT_HEADERS_TIMEOUT: number = defaultLimits.headersTimeout;

  @WholeNumber({ ...milliseconds, about: 'The time limit to receive a whole request.' })
  LIMIT_REQUEST_TIMEOUT: number = defaultLimits.requestTimeout;

  @WholeNumber({
    ...milliseconds,
    about: 'How long a request waits for a database connection.',
  })
  LIMIT_POOL_WAIT: number = defaultLimits.poolWait;

  @WholeNumber({
    ...milliseconds,
    about: 'The time limit of an SQL statement. SQLite cannot cancel statements.',
  })
  LIMIT_STATEMENT_TIMEOUT: number = defaultLimits.statementTimeout;

  @WholeNumber({
    ...milliseconds,
    about: 'The time limit of a computed attribute for the records of one level.',
  })
  LIMIT_CALLABLE_TIMEOUT: number = defaultLimits.callableTimeout;

  @WholeNumber({
    unit: 'characters',
    about: 'The maximum length of the value of a computed attribute.',
  })
  LIMIT_CALLABLE_LENGTH: number = defaultLimits.callableLength;

  @WholeNumber({
    ...milliseconds,
    from: 0,
    about:
      'How long the service continues to serve requests after SIGTERM while /health/ready is 503, so that a load balancer can remove it. The Docker image sets 3000.',
  })
  LIMIT_DRAIN_DELAY: number = defaultLimits.drainDelay;

  @WholeNumber({
    ...milliseconds,
    about: 'The time that running requests get to finish when the service stops.',
  })
  LIMIT_SHUTDOWN_GRACE: number = defaultLimits.shutdownGrace;
}

/** Returns the limits that an environment sets. */
export function limitsOf(settings: LimitSettings): Limits {
  const names = Object.keys(defaultLimits) as (keyof Limits)[];
  return Object.fromEntries(
    names.map((name) => [name, settings[variableOf(name)]]),
  ) as unknown as Limits;
}

const variableOf = (name: keyof Limits): keyof LimitSettings =>
  `LIMIT_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}` as keyof LimitSettings;
