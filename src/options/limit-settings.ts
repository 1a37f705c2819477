import { defaultLimits, type Limits } from './limits.js';
import { WholeNumber } from './setting.js';

/** `bodyBytes` -> `_BODY_BYTES` */
type Constant<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? '' : '_'}${Uppercase<First>}${Constant<Rest>}`
  : '';

/** The environment variable of each limit. */
type LimitVariables = { readonly [Name in keyof Limits as `LIMIT_${Constant<Name>}`]: number };

/** A timer of Node goes no further: 25 days. */
const milliseconds = { unit: 'milliseconds', to: 2 ** 31 - 1 };

/** The limits among the settings: a limit without a row here does not compile. @contract C12 */
export class LimitSettings implements LimitVariables {
  @WholeNumber({ unit: 'bytes', about: 'The longest body of a request.' })
  LIMIT_BODY_BYTES: number = defaultLimits.bodyBytes;

  @WholeNumber({
    unit: 'bytes',
    about: 'The longest form, with its files; its texts stay within the longest body.',
  })
  LIMIT_MULTIPART_BYTES: number = defaultLimits.multipartBytes;

  @WholeNumber({ unit: 'bytes', about: 'The largest file that may be uploaded.' })
  LIMIT_UPLOAD_BYTES: number = defaultLimits.uploadBytes;

  @WholeNumber({ unit: 'pixels', about: 'The longest side of an uploaded image.' })
  LIMIT_UPLOAD_PIXELS: number = defaultLimits.uploadPixels;

  @WholeNumber({
    unit: 'levels',
    about: 'How deep JSON may be nested; the body itself is the first level.',
  })
  LIMIT_JSON_DEPTH: number = defaultLimits.jsonDepth;

  @WholeNumber({ unit: 'bytes', about: 'The longest query string, without its question mark.' })
  LIMIT_QUERY_BYTES: number = defaultLimits.queryBytes;

  @WholeNumber({ unit: 'levels', about: 'How deep relations may be loaded.' })
  LIMIT_INCLUDE_DEPTH: number = defaultLimits.includeDepth;

  @WholeNumber({ unit: 'relations', about: 'How many relations one request may load.' })
  LIMIT_INCLUDE_NODES: number = defaultLimits.includeNodes;

  @WholeNumber({ unit: 'records', about: 'The largest page.' })
  LIMIT_PER_PAGE: number = defaultLimits.perPage;

  @WholeNumber({ unit: 'records', about: 'The most related records of one parent in one answer.' })
  LIMIT_RELATABLE_PER_PAGE: number = defaultLimits.relatablePerPage;

  @WholeNumber({ unit: 'characters', about: 'The longest text that is searched for.' })
  LIMIT_SEARCH_LENGTH: number = defaultLimits.searchLength;

  @WholeNumber({
    unit: 'filters',
    about: 'How many declared filters one request may use, each of them once.',
  })
  LIMIT_FILTERS: number = defaultLimits.filters;

  @WholeNumber({
    unit: 'records',
    about: 'How many records one request may load, all levels together.',
  })
  LIMIT_ROW_BUDGET: number = defaultLimits.rowBudget;

  @WholeNumber({ unit: 'bytes', about: 'How large the records of one response may be, as JSON.' })
  LIMIT_RESPONSE_BYTES: number = defaultLimits.responseBytes;

  @WholeNumber({
    unit: 'bytes',
    about: 'How large the large responses may be together until they are sent.',
  })
  LIMIT_BYTES_IN_FLIGHT: number = defaultLimits.bytesInFlight;

  @WholeNumber({
    unit: 'requests',
    about: 'How many large reads may wait; one user has a quarter of the places.',
  })
  LIMIT_LARGE_READ_QUEUE: number = defaultLimits.largeReadQueue;

  @WholeNumber({
    ...milliseconds,
    about: 'How long a large read, or a slow statement, may wait for its turn.',
  })
  LIMIT_LARGE_READ_WAIT: number = defaultLimits.largeReadWait;

  @WholeNumber({ unit: 'keys', about: 'How many keys one request may list.' })
  LIMIT_KEYS: number = defaultLimits.keys;

  @WholeNumber({
    to: 1_000,
    unit: 'records',
    about: 'The chunk of an action over all records that names none.',
  })
  LIMIT_CHUNK_COUNT: number = defaultLimits.chunkCount;

  @WholeNumber({
    unit: 'characters',
    about: 'The longest answer of a tool, as JSON; a longer one is shortened.',
  })
  LIMIT_TOOL_CHARACTERS: number = defaultLimits.toolCharacters;

  @WholeNumber({ unit: 'tools', about: 'How many tools one page of their list holds.' })
  LIMIT_TOOLS_PER_PAGE: number = defaultLimits.toolsPerPage;

  @WholeNumber({ ...milliseconds, about: 'How long the headers of a request may take to arrive.' })
  LIMIT_HEADERS_TIMEOUT: number = defaultLimits.headersTimeout;

  @WholeNumber({ ...milliseconds, about: 'How long a whole request may take to arrive.' })
  LIMIT_REQUEST_TIMEOUT: number = defaultLimits.requestTimeout;

  @WholeNumber({
    ...milliseconds,
    about: 'How long a request waits for a connection to the database.',
  })
  LIMIT_POOL_WAIT: number = defaultLimits.poolWait;

  @WholeNumber({
    ...milliseconds,
    about: 'How long a statement may run; SQLite cannot cancel one.',
  })
  LIMIT_STATEMENT_TIMEOUT: number = defaultLimits.statementTimeout;

  @WholeNumber({
    ...milliseconds,
    about: 'How long a computed attribute may take for the records of one level.',
  })
  LIMIT_CALLABLE_TIMEOUT: number = defaultLimits.callableTimeout;

  @WholeNumber({ unit: 'characters', about: 'The longest value of a computed attribute.' })
  LIMIT_CALLABLE_LENGTH: number = defaultLimits.callableLength;

  @WholeNumber({
    ...milliseconds,
    from: 0,
    about:
      'How long the service goes on serving after SIGTERM, while /health/ready is 503, so that a load balancer can turn away from it; the Docker image sets 3000.',
  })
  LIMIT_DRAIN_DELAY: number = defaultLimits.drainDelay;

  @WholeNumber({
    ...milliseconds,
    about: 'How long requests may go on when the service is told to stop.',
  })
  LIMIT_SHUTDOWN_GRACE: number = defaultLimits.shutdownGrace;
}

/** The limits that an environment sets. */
export function limitsOf(settings: LimitSettings): Limits {
  const names = Object.keys(defaultLimits) as (keyof Limits)[];
  return Object.fromEntries(
    names.map((name) => [name, settings[variableOf(name)]]),
  ) as unknown as Limits;
}

const variableOf = (name: keyof Limits): keyof LimitSettings =>
  `LIMIT_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}` as keyof LimitSettings;
