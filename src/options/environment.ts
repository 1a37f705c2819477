import { plainToInstance } from 'class-transformer';
import type { Level } from 'pino';
import {
  allowed,
  deliveries,
  isAppKey,
  isBearerToken,
  isColor,
  isDatabaseUrl,
  isHost,
  isLogoFile,
  isCorsOrigin,
  isPrefix,
  isProxy,
  isPublicKeyAlgorithm,
  isPublicUrl,
  isRedisPrefix,
  isRedisUrl,
  isReplicaUrl,
  isStorageUrl,
  isWebAddress,
  logLevels,
  MOST_LINK_LIFETIME,
  type Delivery,
} from './checks.js';
import { defaults } from './defaults.js';
import { LimitSettings } from './limit-settings.js';
import {
  Checked,
  Flag,
  ListOf,
  OneOf,
  settingsOf,
  Text,
  WholeNumber,
  type Setting,
} from './setting.js';

/** The environment variables of a process. */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The table of settings: a property per environment variable, with its type, default and
 * description. `LimitSettings` has the limits. `.env.example` and
 * docs/reference/configuration.md are generated from it.
 */
export class Environment extends LimitSettings {
  @Text({ about: '`production` rejects well-known secrets.' })
  NODE_ENV: string = 'development';

  @WholeNumber({ from: 0, to: 65_535, about: 'The port to listen on; 0 for any free port.' })
  PORT: number = 3000;

  @Text({ about: 'The IP address or host name to listen on; 0.0.0.0 for all addresses.' })
  HOST: string = '127.0.0.1';

  @Checked(isPrefix, { allowed: allowed.prefix, about: 'The path prefix of all resources.' })
  API_PREFIX: string = defaults.prefix;

  @Checked(isPublicUrl, {
    allowed: allowed.publicUrl,
    about:
      'The public URL of the service, for absolute links. If empty, links contain only path and query string.',
  })
  PUBLIC_URL?: string;

  @ListOf(isProxy, {
    allowed: allowed.proxy,
    about:
      'The trusted reverse proxies. Their X-Forwarded-For sets the client address for throttles, rates and the log. If empty, no proxy is trusted.',
  })
  TRUSTED_PROXIES: string[] = [];

  @ListOf(isCorsOrigin, {
    allowed: allowed.origin,
    about:
      'The origins whose pages may call the API; none if empty. loopback allows the pages of this machine, at any port.',
  })
  CORS_ORIGINS: string[] = [];

  @ListOf(isHost, {
    allowed: allowed.host,
    about:
      "The host names at which agents may call /mcp, in addition to this machine's and PUBLIC_URL's. If empty, only at these.",
  })
  MCP_HOSTS: string[] = [];

  @OneOf(logLevels, { about: 'The lowest level that is logged.' })
  LOG_LEVEL: Level | 'silent' = defaults.logLevel;

  @Flag({
    about:
      'Whether the log contains the number of statements of each request. Traced requests always have it. Up to Node.js 22, counting costs a fifth of the processor time of a short request.',
  })
  LOG_STATEMENTS: boolean = defaults.logStatements;

  @Checked(isDatabaseUrl, {
    allowed: allowed.databaseUrl,
    about: 'The database.',
    secret: true,
  })
  DATABASE_URL: string = 'sqlite:var/resource-api.sqlite';

  @WholeNumber({
    unit: 'connections',
    about: 'The maximum number of connections of the process to PostgreSQL, MariaDB or MySQL.',
  })
  DATABASE_POOL_SIZE: number = defaults.poolSize;

  @ListOf(isReplicaUrl, {
    allowed: allowed.replicaUrl,
    about:
      'Read replicas of the database, on PostgreSQL or MariaDB: reads go there if they have the last write of the caller. Set it for all processes. If empty, every read goes to the database itself.',
    secret: true,
  })
  DATABASE_REPLICA_URLS: string[] = [];

  @WholeNumber({
    unit: 'seconds',
    about: 'The most seconds that a replica may be behind the database; a later one is not read.',
  })
  DATABASE_REPLICA_LAG: number = defaults.replicaLag;

  @WholeNumber({
    to: 100,
    unit: 'percent',
    about:
      "The share of MariaDB's or MySQL's max_prepared_stmt_count that the process may use. Each replica uses its own share.",
  })
  DATABASE_STATEMENT_SHARE: number = defaults.statementShare;

  @WholeNumber({
    from: 0,
    to: 16,
    unit: 'threads',
    about:
      'The worker threads for long reads on SQLite; 0 to run them in the thread of the requests. If empty: one, or two with more than two cores.',
  })
  DATABASE_READ_WORKERS?: number;

  @Text({
    about:
      'The folder of uploaded files. All processes on one database share it. With STORAGE_URL, uploads wait there until they are stored, and each process may have its own.',
  })
  STORAGE_PATH: string = defaults.storage.path;

  @Checked(isStorageUrl, {
    allowed: allowed.storageUrl,
    about:
      'The bucket of uploaded files, in place of STORAGE_PATH. Credentials and region come from the AWS_* variables. If empty, files are stored in STORAGE_PATH.',
  })
  STORAGE_URL?: string;

  @Checked(isPublicUrl, {
    allowed: allowed.storageEndpoint,
    about: 'The URL of an S3-compatible object store. If empty, AWS_ENDPOINT_URL or AWS itself.',
  })
  STORAGE_ENDPOINT?: string;

  @Flag({
    about:
      'Whether the bucket is in the path of URLs and not in the host name. If empty: true with STORAGE_ENDPOINT, otherwise false.',
  })
  STORAGE_PATH_STYLE?: boolean;

  @OneOf(deliveries, {
    about:
      'How files of STORAGE_URL reach clients: proxy for through the service, signed for a redirect to a signed URL of the object store.',
  })
  STORAGE_DELIVERY: Delivery = defaults.storage.delivery;

  @WholeNumber({
    from: 2,
    to: MOST_LINK_LIFETIME,
    unit: 'seconds',
    about: 'The lifetime of a signed URL. Each is used for half of it.',
  })
  STORAGE_LINK_LIFETIME: number = defaults.storage.linkLifetime;

  @WholeNumber({
    to: 2 ** 31 - 1,
    unit: 'milliseconds',
    about:
      'How long a request to the object store may take, and how long an upload or download may make no progress.',
  })
  STORAGE_TIMEOUT: number = defaults.storage.timeout;

  @WholeNumber({
    unit: 'seconds',
    about: 'The age at which a file that no record refers to is removed.',
  })
  STORAGE_ORPHAN_LIFETIME: number = defaults.storage.orphanLifetime;

  @Checked(isRedisUrl, {
    allowed: allowed.redisUrl,
    about:
      'The Redis that all replicas share, for rates and locks. If empty, each process counts rates by itself.',
    secret: true,
  })
  REDIS_URL?: string;

  @Checked(isRedisPrefix, {
    allowed: allowed.redisPrefix,
    about:
      'The beginning of all keys in Redis. Services with different databases need different ones.',
  })
  REDIS_PREFIX: string = defaults.redis.prefix;

  @WholeNumber({
    to: 2 ** 31 - 1,
    unit: 'milliseconds',
    about: 'How long a request waits for Redis. After that, the service does without it.',
  })
  REDIS_TIMEOUT: number = defaults.redis.timeout;

  @WholeNumber({
    unit: 'days',
    about: 'How long rows of the action log are kept; forever if empty.',
  })
  LOG_KEEP_DAYS?: number;

  @Flag({
    about:
      'Whether changes of resources with a log can be reverted. If false, the values for it are not kept.',
  })
  UNDO: boolean = defaults.safeWrites.undo;

  @ListOf(isAppKey, {
    allowed: allowed.appKey,
    about:
      'The keys that encrypt the values kept for reverting changes: the first encrypts, all decrypt. If empty, these values are not encrypted.',
    secret: true,
  })
  APP_KEY: string[] = [];

  @WholeNumber({ unit: 'seconds', about: 'The lifetime of a token.' })
  TOKEN_LIFETIME: number = defaults.tokenLifetime;

  @WholeNumber({
    unit: 'failures',
    about: 'The maximum number of failed logins per minute, per client address and per account.',
  })
  LOGIN_FAILURES_PER_MINUTE: number = defaults.failuresPerMinute;

  @Flag({ about: 'Whether browsers may sign in with a cookie in place of a token.' })
  SESSION_COOKIES: boolean = false;

  @Text({
    about:
      'The issuer of the tokens, if an identity provider issues them. If empty, the service issues its own.',
  })
  JWT_ISSUER?: string;

  @Text({ about: "The audience of the identity provider's tokens." })
  JWT_AUDIENCE?: string;

  @Checked(isWebAddress, {
    allowed: 'an HTTP or HTTPS URL',
    about: "The URL of the identity provider's public keys (JSON Web Key Set).",
  })
  JWT_JWKS_URI?: string;

  @ListOf(isPublicKeyAlgorithm, {
    allowed: allowed.algorithm,
    about: 'The accepted signature algorithms.',
  })
  JWT_ALGORITHMS: string[] = ['RS256'];

  @Text({ about: "The claim that contains the user's identifier." })
  JWT_CLAIM: string = 'email';

  @Flag({
    about: 'Whether to serve the reference page at /docs and /docs/openapi.json, to everybody.',
  })
  REFERENCE: boolean = true;

  @Flag({ about: 'Whether to serve the browser application at EXPLORER_PATH. It needs SCHEMA.' })
  EXPLORER: boolean = true;

  @Checked(isPrefix, { allowed: allowed.prefix, about: 'The path of the browser application.' })
  EXPLORER_PATH: string = defaults.explorer.path;

  @Text({ about: 'The title of the browser application; that of the reference if empty.' })
  EXPLORER_TITLE?: string;

  @Checked(isLogoFile, {
    allowed: allowed.logo,
    about: 'The logo of the browser application: a file. If empty, it has no logo.',
  })
  EXPLORER_LOGO?: string;

  @Checked(isColor, {
    allowed: allowed.color,
    about: 'The accent color of the browser application; a blue if empty.',
  })
  EXPLORER_COLOR?: string;

  @Flag({ about: 'Whether to describe the resources to callers at `/_schema`.' })
  SCHEMA: boolean = defaults.schema;

  @Flag({ about: 'Whether to compress responses for clients that ask for it.' })
  COMPRESSION: boolean = defaults.compression;

  @Checked(isBearerToken, {
    allowed: allowed.bearerToken,
    about: 'The bearer token for `GET /metrics`. If empty, only this machine may read it.',
    secret: true,
  })
  METRICS_TOKEN?: string;

  @WholeNumber({
    unit: 'requests',
    about:
      'The maximum number of requests per minute from one user, per node or, with REDIS_URL, of all nodes together; unlimited if empty.',
  })
  RATE_PER_USER?: number;

  @WholeNumber({
    unit: 'requests',
    about:
      'The maximum number of requests per minute from one client address, per node or, with REDIS_URL, of all nodes together; unlimited if empty.',
  })
  RATE_PER_PEER?: number;
}

/** All settings: those of the service, then the limits. */
export const settings: readonly Setting[] = [...settingsOf(Environment)].sort(
  (one, other) => Number(isLimit(one)) - Number(isLimit(other)),
);

/** Returns whether it is one of {@link LimitSettings}. */
export function isLimit({ name }: Setting): boolean {
  return name.startsWith('LIMIT_');
}

/** Parses the variables of the service. An empty one counts as absent. */
export function parseEnvironment(variables: Variables): Environment {
  const given = settings
    .map(({ name }) => [name, variables[name]] as const)
    .filter(([, value]) => value !== undefined && value !== '');
  return plainToInstance(Environment, Object.fromEntries(given), { exposeDefaultValues: true });
}
