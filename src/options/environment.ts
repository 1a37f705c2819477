import { plainToInstance } from 'class-transformer';
import type { Level } from 'pino';
import {
  allowed,
  isBearerToken,
  isDatabaseUrl,
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

/** The variables of a process. */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The table of settings: a property for each environment variable, with its type, its default and
 * what is said of it. The limits stand in {@link LimitSettings}. `.env.example` and
 * docs/reference/configuration.md are made from it.
 */
export class Environment extends LimitSettings {
  @Text({ about: '`production` refuses secrets that everybody knows.' })
  NODE_ENV: string = 'development';

  @WholeNumber({ from: 0, to: 65_535, about: 'The port to listen on; 0: any that is free.' })
  PORT: number = 3000;

  @Text({ about: 'The address to listen on; 0.0.0.0: every one.' })
  HOST: string = '127.0.0.1';

  @Checked(isPrefix, { allowed: allowed.prefix, about: 'The path before every resource.' })
  API_PREFIX: string = defaults.prefix;

  @Checked(isPublicUrl, {
    allowed: allowed.publicUrl,
    about: 'Makes links absolute; empty: path and query.',
  })
  PUBLIC_URL?: string;

  @ListOf(isProxy, {
    allowed: allowed.proxy,
    about:
      'Proxies in front, whose X-Forwarded-For tells who calls: for throttles, rates and the log; empty: none.',
  })
  TRUSTED_PROXIES: string[] = [];

  @ListOf(isOrigin, {
    allowed: allowed.origin,
    about: 'Whose pages may call the API; empty: none.',
  })
  CORS_ORIGINS: string[] = [];

  @ListOf(isHost, {
    allowed: allowed.host,
    about:
      "Under which names agents may call /mcp, beside this machine's and PUBLIC_URL's; empty: none.",
  })
  MCP_HOSTS: string[] = [];

  @OneOf(logLevels, { about: 'What the log tells from.' })
  LOG_LEVEL: Level | 'silent' = defaults.logLevel;

  @Checked(isDatabaseUrl, {
    allowed: allowed.databaseUrl,
    about: 'Where the data lies.',
    secret: true,
  })
  DATABASE_URL: string = 'sqlite:var/resource-api.sqlite';

  @WholeNumber({
    unit: 'connections',
    about: 'How many connections the process holds to PostgreSQL, MariaDB or MySQL.',
  })
  DATABASE_POOL_SIZE: number = defaults.poolSize;

  @WholeNumber({
    to: 100,
    unit: 'percent',
    about:
      "The share of MariaDB's or MySQL's max_prepared_stmt_count that the process may use; replicas use a share each.",
  })
  DATABASE_STATEMENT_SHARE: number = defaults.statementShare;

  @Text({ about: 'The folder of uploaded files; processes on one database share it.' })
  STORAGE_PATH: string = defaults.storage.path;

  @WholeNumber({ unit: 'seconds', about: 'When a file that no record holds is removed.' })
  STORAGE_ORPHAN_LIFETIME: number = defaults.storage.orphanLifetime;

  @WholeNumber({
    unit: 'days',
    about: 'How long a row of the action log is kept; empty: for ever.',
  })
  LOG_KEEP_DAYS?: number;

  @WholeNumber({ unit: 'seconds', about: 'How long a token lives.' })
  TOKEN_LIFETIME: number = defaults.tokenLifetime;

  @WholeNumber({
    unit: 'failures',
    about: 'Wrong credentials a minute, from one peer or for one account.',
  })
  LOGIN_FAILURES_PER_MINUTE: number = defaults.failuresPerMinute;

  @Text({
    about: 'Tokens come from the identity provider of this name; empty: the service makes its own.',
  })
  JWT_ISSUER?: string;

  @Text({ about: 'Whom the tokens of the provider are for.' })
  JWT_AUDIENCE?: string;

  @Checked(isWebAddress, {
    allowed: 'an http or https address',
    about: 'The public keys of the provider.',
  })
  JWT_JWKS_URI?: string;

  @ListOf(isPublicKeyAlgorithm, { allowed: allowed.algorithm, about: 'How the provider may sign.' })
  JWT_ALGORITHMS: string[] = ['RS256'];

  @Text({ about: "The claim that holds the user's identifier." })
  JWT_CLAIM: string = 'email';

  @Flag({
    about: 'Whether everybody may read the reference page at /docs, and /docs/openapi.json.',
  })
  REFERENCE: boolean = true;

  @Checked(isBearerToken, {
    allowed: allowed.bearerToken,
    about: 'The bearer token that `GET /metrics` wants; empty: only this machine may read it.',
    secret: true,
  })
  METRICS_TOKEN?: string;

  @WholeNumber({
    unit: 'requests',
    about: 'How many a minute each node takes from one user; empty: any number.',
  })
  RATE_PER_USER?: number;

  @WholeNumber({
    unit: 'requests',
    about: 'How many a minute each node takes from one network address; empty: any number.',
  })
  RATE_PER_PEER?: number;
}

/** Every setting, with what is said of it: those of the service, then the limits. */
export const settings: readonly Setting[] = [...settingsOf(Environment)].sort(
  (one, other) => Number(isLimit(one)) - Number(isLimit(other)),
);

/** Is it one of {@link LimitSettings}? */
export function isLimit({ name }: Setting): boolean {
  return name.startsWith('LIMIT_');
}

/** Picks the variables of the service out of all there are. An empty one counts as absent. */
export function parseEnvironment(variables: Variables): Environment {
  const given = settings
    .map(({ name }) => [name, variables[name]] as const)
    .filter(([, value]) => value !== undefined && value !== '');
  return plainToInstance(Environment, Object.fromEntries(given), { exposeDefaultValues: true });
}
