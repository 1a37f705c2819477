import {
  allowed,
  deliveries,
  isAppKey,
  isBearerToken,
  isColor,
  isDatabaseUrl,
  isHost,
  isLogoFile,
  isOrigin,
  isPrefix,
  isProxy,
  isPublicKeyAlgorithm,
  isPublicUrl,
  isReplicaUrl,
  isStorageUrl,
  isRedisPrefix,
  isRedisUrl,
  isTablePrefix,
  isHttpUrl,
  logLevels,
} from './checks.js';
import { limitSettings, type Limits } from './limits.js';
import { checked, flag, listOf, wordOf, text, wholeNumber, type Setting } from './setting.js';

/**
 * The table of settings: a row per environment variable, with its type, default, description and the
 * option that it sets. Defaults and checks of options, the environment, `.env.example` and
 * docs/reference/configuration.md follow from it.
 */
export const serviceSettings = {
  NODE_ENV: text({ default: 'development', about: '`production` rejects well-known secrets.' }),
  PORT: wholeNumber({
    default: 3000,
    from: 0,
    to: 65_535,
    about: 'The port to listen on; 0 for any free port.',
  }),
  HOST: text({
    default: '127.0.0.1',
    about: 'The IP address or host name to listen on; 0.0.0.0 for all addresses.',
  }),
  API_PREFIX: checked(isPrefix, allowed.prefix, {
    option: 'prefix',
    default: '/api',
    about: 'The path prefix of all resources.',
  }),
  PUBLIC_URL: checked(isPublicUrl, allowed.publicUrl, {
    option: 'publicUrl',
    about:
      'The public URL of the service, for absolute links. If empty, links contain only path and query string.',
  }),
  TRUSTED_PROXIES: listOf(isProxy, allowed.proxy, {
    option: 'trustedProxies',
    default: [],
    about:
      'The trusted reverse proxies. Their X-Forwarded-For sets the client address for throttles, rates and the log. If empty, no proxy is trusted.',
  }),
  CORS_ORIGINS: listOf(isOrigin, allowed.origin, {
    option: 'cors',
    default: [],
    about: 'The origins whose pages may call the API; none if empty.',
  }),
  MCP_HOSTS: listOf(isHost, allowed.host, {
    option: 'agents.hosts',
    default: [],
    about:
      "The host names at which agents may call /mcp, in addition to this machine's and PUBLIC_URL's. If empty, only at these.",
  }),
  LOG_LEVEL: wordOf(logLevels, {
    option: 'logLevel',
    default: 'info',
    about: 'The lowest level that is logged.',
  }),
  LOG_STATEMENTS: flag({
    option: 'logStatements',
    default: false,
    about:
      'Whether the log contains the number of statements of each request. It does for traced requests in any case.',
  }),
  DATABASE_URL: checked(isDatabaseUrl, allowed.databaseUrl, {
    option: 'database.url',
    default: 'sqlite:var/resource-api.sqlite',
    about: 'The database.',
    secret: true,
  }),
  DATABASE_POOL_SIZE: wholeNumber({
    option: 'database.poolSize',
    default: 10,
    unit: 'connections',
    about: 'The maximum number of connections of the process to PostgreSQL, MariaDB or MySQL.',
  }),
  DATABASE_REPLICA_URLS: listOf(isReplicaUrl, allowed.replicaUrl, {
    option: 'database.replicaUrls',
    default: [],
    about:
      'Read replicas of the database, on PostgreSQL or MariaDB: reads go there if they have the last write of the caller. Set it for all processes. If empty, every read goes to the database itself.',
    secret: true,
  }),
  DATABASE_REPLICA_LAG: wholeNumber({
    option: 'database.replicaLag',
    default: 10,
    unit: 'seconds',
    about: 'The most seconds that a replica may be behind the database; a later one is not read.',
  }),
  DATABASE_STATEMENT_SHARE: wholeNumber({
    option: 'database.statementShare',
    default: 10,
    to: 100,
    unit: 'percent',
    about:
      "The share of MariaDB's or MySQL's max_prepared_stmt_count that the process may use. Each replica uses its own share.",
  }),
  DATABASE_TABLE_PREFIX: checked(isTablePrefix, allowed.tablePrefix, {
    option: 'database.tablePrefix',
    default: '',
    about:
      "What the names of the service's own tables begin with, where another application has tables such as `tokens`. It cannot be changed once they exist.",
  }),
  STORAGE_PATH: text({
    option: 'storage.path',
    default: './var/storage',
    about:
      'The folder of uploaded files. All processes on one database share it. With STORAGE_URL, uploads wait there until they are stored, and each process may have its own.',
  }),
  STORAGE_URL: checked(isStorageUrl, allowed.storageUrl, {
    option: 'storage.url',
    about:
      'The bucket of uploaded files, in place of STORAGE_PATH. Credentials and region come from the AWS_* variables. If empty, files are stored in STORAGE_PATH.',
  }),
  STORAGE_ENDPOINT: checked(isPublicUrl, allowed.storageEndpoint, {
    option: 'storage.endpoint',
    about: 'The URL of an S3-compatible object store. If empty, AWS_ENDPOINT_URL or AWS itself.',
  }),
  STORAGE_PATH_STYLE: flag({
    option: 'storage.pathStyle',
    about:
      'Whether the bucket is in the path of URLs and not in the host name. If empty: true with STORAGE_ENDPOINT, otherwise false.',
  }),
  STORAGE_DELIVERY: wordOf(deliveries, {
    option: 'storage.delivery',
    default: 'proxy',
    about:
      'How files of STORAGE_URL reach clients: proxy for through the service, signed for a redirect to a signed URL of the object store.',
  }),
  STORAGE_LINK_LIFETIME: wholeNumber({
    option: 'storage.linkLifetime',
    default: 900,
    from: 2,
    to: 7 * 24 * 60 * 60,
    unit: 'seconds',
    about: 'The lifetime of a signed URL. Each is used for half of it.',
  }),
  STORAGE_TIMEOUT: wholeNumber({
    option: 'storage.timeout',
    default: 10_000,
    to: 2 ** 31 - 1,
    unit: 'milliseconds',
    about:
      'How long a request to the object store may take, and how long an upload or download may make no progress.',
  }),
  STORAGE_ORPHAN_LIFETIME: wholeNumber({
    option: 'storage.orphanLifetime',
    default: 60 * 60,
    unit: 'seconds',
    about: 'The age at which a file that no record refers to is removed.',
  }),
  REDIS_URL: checked(isRedisUrl, allowed.redisUrl, {
    option: 'redis.url',
    about:
      'The Redis that all replicas share, for rates and locks. If empty, each process counts rates by itself.',
    secret: true,
  }),
  REDIS_PREFIX: checked(isRedisPrefix, allowed.redisPrefix, {
    option: 'redis.prefix',
    default: 'resource-api:',
    about:
      'The beginning of all keys in Redis. Services with different databases need different ones.',
  }),
  REDIS_TIMEOUT: wholeNumber({
    option: 'redis.timeout',
    default: 500,
    to: 2 ** 31 - 1,
    unit: 'milliseconds',
    about: 'How long a request waits for Redis. After that, the service does without it.',
  }),
  RUN_CONCURRENCY: wholeNumber({
    option: 'runs.concurrency',
    default: 2,
    from: 0,
    to: 100,
    about:
      'How many actions this process runs after their response at the same time; 0 leaves them to other processes.',
  }),
  RUN_POLL: wholeNumber({
    option: 'runs.poll',
    default: 2_000,
    from: 10,
    to: 2 ** 31 - 1,
    unit: 'milliseconds',
    about:
      'How often a process looks for runs of other processes, and for changes of a run that a client follows.',
  }),
  RUN_LEASE: wholeNumber({
    option: 'runs.lease',
    default: 30,
    to: 24 * 60 * 60,
    unit: 'seconds',
    about: 'How long a process may not respond before another one goes on with its runs.',
  }),
  RUN_KEEP_DAYS: wholeNumber({
    option: 'runs.keepDays',
    default: 30,
    unit: 'days',
    about: 'How long runs that have ended are kept.',
  }),
  LOG_KEEP_DAYS: wholeNumber({
    option: 'logs.keepDays',
    unit: 'days',
    about: 'How long rows of the action log are kept; forever if empty.',
  }),
  UNDO: flag({
    option: 'safeWrites.undo',
    default: true,
    about:
      'Whether changes of resources with a log can be reverted. If false, the values for it are not kept.',
  }),
  APP_KEY: listOf(isAppKey, allowed.appKey, {
    option: 'appKeys',
    default: [],
    about:
      'The keys that encrypt the values kept for reverting changes: the first encrypts, all decrypt. If empty, these values are not encrypted.',
    secret: true,
  }),
  TOKEN_LIFETIME: wholeNumber({
    option: 'authentication.tokenLifetime',
    default: 30 * 24 * 60 * 60,
    unit: 'seconds',
    about: 'The lifetime of a token.',
  }),
  LOGIN_FAILURES_PER_MINUTE: wholeNumber({
    option: 'authentication.failuresPerMinute',
    default: 20,
    unit: 'failures',
    about: 'The maximum number of failed logins per minute, per client address and per account.',
  }),
  SESSION_COOKIES: flag({
    option: 'authentication.cookie',
    default: false,
    about: 'Whether browsers may sign in with a cookie in place of a token.',
  }),
  JWT_ISSUER: text({
    option: 'authentication.jwt.issuer',
    about:
      'The issuer of the tokens, if an identity provider issues them. If empty, the service issues its own.',
  }),
  JWT_AUDIENCE: text({
    option: 'authentication.jwt.audience',
    about: "The audience of the identity provider's tokens.",
  }),
  JWT_JWKS_URI: checked(isHttpUrl, 'an HTTP or HTTPS URL', {
    option: 'authentication.jwt.jwksUri',
    about: "The URL of the identity provider's public keys (JSON Web Key Set).",
  }),
  JWT_ALGORITHMS: listOf(isPublicKeyAlgorithm, allowed.algorithm, {
    option: 'authentication.jwt.algorithms',
    default: ['RS256'],
    about: 'The accepted signature algorithms.',
  }),
  JWT_CLAIM: text({
    option: 'authentication.jwt.claim',
    default: 'email',
    about: "The claim that contains the user's identifier.",
  }),
  REFERENCE: flag({
    default: true,
    about: 'Whether to serve the reference page at /docs and /docs/openapi.json, to everybody.',
  }),
  EXPLORER: flag({
    default: true,
    about: 'Whether to serve the browser application at EXPLORER_PATH. It needs SCHEMA.',
  }),
  EXPLORER_PATH: checked(isPrefix, allowed.prefix, {
    option: 'explorer.path',
    default: '/explorer',
    about: 'The path of the browser application.',
  }),
  EXPLORER_TITLE: text({
    option: 'explorer.title',
    about: 'The title of the browser application. If empty, the title of the reference page.',
  }),
  EXPLORER_LOGO: checked(isLogoFile, allowed.logo, {
    option: 'explorer.logo',
    about: 'The logo of the browser application: an image file on the disk of the service.',
  }),
  EXPLORER_COLOR: checked(isColor, allowed.color, {
    option: 'explorer.color',
    about: 'The accent color of the browser application, such as #0f766e.',
  }),
  FIRST_PAGE: flag({
    option: 'firstPage',
    default: true,
    about: 'Whether `GET /` describes the service, to everybody.',
  }),
  SCHEMA: flag({
    option: 'schema',
    default: true,
    about: 'Whether to describe the resources to callers at `/_schema`.',
  }),
  EXPORTS: flag({
    option: 'exports',
    default: true,
    about: 'Whether lists can be read as CSV and NDJSON, with all their records.',
  }),
  COMPRESSION: flag({
    option: 'compression',
    default: true,
    about: 'Whether to compress responses for clients that ask for it.',
  }),
  METRICS_TOKEN: checked(isBearerToken, allowed.bearerToken, {
    option: 'metrics.token',
    about: 'The bearer token for `GET /metrics`. If empty, only this machine may read it.',
    secret: true,
  }),
  RATE_PER_USER: wholeNumber({
    option: 'rates.userPerMinute',
    unit: 'requests',
    about:
      'The maximum number of requests per minute from one user, per node or, with REDIS_URL, of all nodes together; unlimited if empty.',
  }),
  RATE_PER_PEER: wholeNumber({
    option: 'rates.peerPerMinute',
    unit: 'requests',
    about:
      'The maximum number of requests per minute from one client address, per node or, with REDIS_URL, of all nodes together; unlimited if empty.',
  }),
};

/** The environment variables of a process. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** A setting, and its environment variable. */
export interface NamedSetting extends Setting {
  readonly name: string;
}

const named = (table: Readonly<Record<string, Setting>>): readonly NamedSetting[] =>
  Object.entries(table).map(([name, setting]) => ({ name, ...setting }));

/** `bodyBytes` is set by `LIMIT_BODY_BYTES`. */
const limits = named(limitSettings).map(({ name, ...setting }): NamedSetting => ({
  name: `LIMIT_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`,
  option: `limits.${name}`,
  ...setting,
}));

/** All settings: those of the service, then the limits. */
export const settings: readonly NamedSetting[] = [...named(serviceSettings), ...limits];

/** Returns whether it is one of {@link Limits}. */
export const isLimit = (setting: NamedSetting): boolean => limits.includes(setting);

/** `bodyBytes` -> `_BODY_BYTES` */
type Constant<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? '' : '_'}${Uppercase<First>}${Constant<Rest>}`
  : '';

type ServiceSettings = typeof serviceSettings;

/** The settings of a deployment by environment variable, read and with their defaults. */
export type Environment = {
  readonly [Name in keyof ServiceSettings]: ServiceSettings[Name]['default'];
} & { readonly [Name in keyof Limits as `LIMIT_${Constant<Name>}`]: number };
