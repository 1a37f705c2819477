import { plainToInstance } from 'class-transformer';
import type { Level } from 'pino';
import {
  allowed,
  isAppKey,
  isBearerToken,
  isDatabaseUrl,
  isTablePrefix,
  isHost,
  isOrigin,
  isPrefix,
  isProxy,
  isPublicKeyAlgorithm,
  isPublicUrl,
  isWebAddress,
  logLevels,
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
 * description. {@link LimitSettings} has the limits. `.env.example` and
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

  @ListOf(isOrigin, {
    allowed: allowed.origin,
    about: 'The origins whose pages may call the API; none if empty.',
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

  @WholeNumber({
    to: 100,
    unit: 'percent',
    about:
      "The share of MariaDB's or MySQL's max_prepared_stmt_count that the process may use. Each replica uses its own share.",
  })
  DATABASE_STATEMENT_SHARE: number = defaults.statementShare;

  @Checked(isTablePrefix, {
    allowed: allowed.tablePrefix,
    about:
      "What the names of the service's own tables begin with, where another application has tables such as `tokens`. It cannot be changed once they exist.",
  })
  DATABASE_TABLE_PREFIX: string = '';

  @Text({ about: 'The folder of uploaded files. All processes on one database share it.' })
  STORAGE_PATH: string = defaults.storage.path;

  @WholeNumber({
    unit: 'seconds',
    about: 'The age at which a file that no record refers to is removed.',
  })
  STORAGE_ORPHAN_LIFETIME: number = defaults.storage.orphanLifetime;

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
    about: 'The maximum number of requests per minute from one user, per node; unlimited if empty.',
  })
  RATE_PER_USER?: number;

  @WholeNumber({
    unit: 'requests',
    about:
      'The maximum number of requests per minute from one client address, per node; unlimited if empty.',
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
