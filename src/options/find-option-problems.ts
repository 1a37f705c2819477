import { defaults } from './defaults.js';
import { inspect } from 'node:util';
import { allowedNames } from '../errors/index.js';
import {
  allowed,
  deliveries,
  isAppKey,
  isBearerToken,
  isChallenge,
  isColor,
  isListOf,
  isRecord,
  isString,
  isDatabaseUrl,
  isHost,
  isLogoFile,
  isCorsOrigin,
  isPositiveInteger,
  isPrefix,
  isProxy,
  isPublicKeyAlgorithm,
  isPublicUrl,
  isRedisPrefix,
  isRedisUrl,
  isReplicaUrl,
  isSecurityScheme,
  isStorageUrl,
  isWebAddress,
  logLevels,
  maskCredentials,
  MOST_LINK_LIFETIME,
} from './checks.js';
import { findOptionConflicts } from './find-option-conflicts.js';
import { referenceFields } from './reference-options.js';
import { defaultLimits } from './limits.js';
import type { OptionProblem } from './options-error.js';
import { valueAt } from './value-at.js';

type Check = readonly [option: string, isValid: (value: unknown) => boolean, allowed: string];

const fields = Object.entries(referenceFields);
const limitNames = Object.keys(defaultLimits);

const required: readonly Check[] = [
  ['database.url', isDatabaseUrl, allowed.databaseUrl],
  ['authentication.user.entity', isClass, "the entity's class"],
  ['authentication.user.identifier', isString, 'the name of a property'],
  ['authentication.user.password', isString, 'the name of a property'],
];

/** Worker threads for reads. */
const MAX_WORKERS = 16;

const safeWrites = Object.keys(defaults.safeWrites);
const optional: readonly Check[] = [
  ['database.poolSize', isPositiveInteger, allowed.positiveInteger],
  ['database.replicaUrls', isListOf(isReplicaUrl), `a list, each item ${allowed.replicaUrl}`],
  ['database.replicaLag', isPositiveInteger, `${allowed.positiveInteger} (seconds)`],
  ['database.statementShare', isPercentage, 'a whole number from 1 to 100 (percent)'],
  ['database.readWorkers', isWorkerCount, `a whole number from 0 to ${MAX_WORKERS}`],
  ['database.migrate', isBoolean, 'true or false'],
  ['authentication.user.suspendedAt', isString, 'the name of a property'],
  ['authentication.user.facts', isRecord, 'an object of conditions'],
  ['authentication.provider.challenge', isChallenge, allowed.challenge],
  ['authentication.tokenLifetime', isPositiveInteger, `${allowed.positiveInteger} (seconds)`],
  ['authentication.failuresPerMinute', isPositiveInteger, allowed.positiveInteger],
  ['authentication.cookie', isBoolean, 'true or false'],
  ['prefix', isPrefix, allowed.prefix],
  ['publicUrl', isPublicUrl, allowed.publicUrl],
  ['middleware', isListOf(isClass), 'a list of guard classes'],
  ['trustedProxies', isListOf(isProxy), `a list, each item ${allowed.proxy}`],
  ['cors', isListOf(isCorsOrigin), `a list, each item ${allowed.origin}`],
  ['rates.userPerMinute', isPositiveInteger, allowed.positiveInteger],
  ['rates.peerPerMinute', isPositiveInteger, allowed.positiveInteger],
  ['redis.url', isRedisUrl, allowed.redisUrl],
  ['redis.prefix', isRedisPrefix, allowed.redisPrefix],
  ['redis.timeout', isMilliseconds, 'a whole number from 1 to 2147483647 (milliseconds)'],
  ['metrics.token', isBearerToken, allowed.bearerToken],
  ['agents.hosts', isListOf(isHost), `a list, each item ${allowed.host}`],
  ['appKeys', isListOf(isAppKey), `a list, each item ${allowed.appKey}`],
  ['storage.path', isString, 'a folder'],
  ['storage.url', isStorageUrl, allowed.storageUrl],
  ['storage.endpoint', isPublicUrl, allowed.storageEndpoint],
  ['storage.pathStyle', isBoolean, 'true or false'],
  ['storage.delivery', (value) => deliveries.some((one) => one === value), deliveries.join(' or ')],
  ['storage.linkLifetime', isLinkLifetime, 'a whole number from 2 to 604800 (seconds)'],
  ['storage.timeout', isMilliseconds, 'a whole number from 1 to 2147483647 (milliseconds)'],
  ['storage.orphanLifetime', isPositiveInteger, `${allowed.positiveInteger} (seconds)`],
  ['logs.keepDays', isPositiveInteger, `${allowed.positiveInteger} (days)`],
  ['logs.repository', isClass, 'the class of a resource'],
  ...safeWrites.map((name): Check => [
    `safeWrites.${name}`,
    (value) => typeof value === 'boolean',
    'true or false',
  ]),
  ['reference', (value) => value === false || isRecord(value), 'an object, or false'],
  ...fields.map(([name, field]): Check => [`reference.${name}`, field.isValid, field.allowed]),
  ['explorer', (value) => value === false || isRecord(value), 'an object, or false'],
  ['explorer.path', isPrefix, allowed.prefix],
  ['explorer.title', isString, 'a string that is not empty'],
  ['explorer.logo', isLogoFile, allowed.logo],
  ['explorer.color', isColor, allowed.color],
  ['explain', (value) => typeof value === 'function', 'a function'],
  ['viewAs', (value) => typeof value === 'function', 'a function'],
  ['schema', isBoolean, 'true or false'],
  ['compression', isBoolean, 'true or false'],
  ['logLevel', (value) => logLevels.some((level) => level === value), allowed.logLevel],
  ['logStatements', isBoolean, 'true or false'],
];

const jwt: readonly Check[] = [
  ['authentication.jwt.issuer', isString, 'a string that is not empty'],
  ['authentication.jwt.audience', isString, 'a string that is not empty'],
  ['authentication.jwt.jwksUri', isWebAddress, 'an HTTP or HTTPS URL'],
  [
    'authentication.jwt.algorithms',
    isAlgorithmList,
    'a list of public-key algorithms, such as RS256 or ES256',
  ],
];

const provider: readonly Check[] = [
  ['authentication.provider.useClass', isClass, 'the class of an AuthenticationProvider'],
  ['authentication.provider.securityScheme', isSecurityScheme, allowed.securityScheme],
];

const names: Readonly<Record<string, readonly string[]>> = {
  '': [
    'database',
    'authentication',
    'prefix',
    'publicUrl',
    'middleware',
    'trustedProxies',
    'cors',
    'agents',
    'appKeys',
    'limits',
    'rates',
    'redis',
    'metrics',
    'storage',
    'logs',
    'safeWrites',
    'reference',
    'explorer',
    'explain',
    'viewAs',
    'schema',
    'compression',
    'logLevel',
    'logStatements',
  ],
  database: [
    'url',
    'poolSize',
    'replicaUrls',
    'replicaLag',
    'statementShare',
    'readWorkers',
    'migrate',
  ],
  authentication: ['user', 'tokenLifetime', 'failuresPerMinute', 'cookie', 'jwt', 'provider'],
  'authentication.user': ['entity', 'identifier', 'password', 'suspendedAt', 'facts'],
  'authentication.jwt': ['issuer', 'audience', 'jwksUri', 'algorithms', 'claim'],
  'authentication.provider': ['useClass', 'securityScheme', 'challenge'],
  limits: limitNames,
  rates: ['userPerMinute', 'peerPerMinute'],
  redis: ['url', 'prefix', 'timeout'],
  metrics: ['token'],
  storage: [
    'path',
    'orphanLifetime',
    'url',
    'endpoint',
    'pathStyle',
    'delivery',
    'linkLifetime',
    'timeout',
  ],
  logs: ['keepDays', 'repository'],
  safeWrites,
  agents: ['hosts'],
  explorer: ['path', 'title', 'logo', 'color'],
  reference: fields.map(([name]) => name),
  ...Object.fromEntries(
    fields.flatMap(([name, { members }]) => (members ? [[`reference.${name}`, members]] : [])),
  ),
};

/** Checks every option. An absent option has its default, unless it is required. */
export function findOptionProblems(options: object): OptionProblem[] {
  const always = [
    ...required,
    ...(valueAt(options, 'authentication.jwt') === undefined ? [] : jwt),
    ...(valueAt(options, 'authentication.provider') === undefined ? [] : provider),
  ];
  const limits = limitNames.map((name): Check => [`limits.${name}`, ...rangeOf(name)]);
  const given = [...optional, ...limits].filter(
    ([option]) => valueAt(options, option) !== undefined,
  );
  return [
    ...unknownNames(options),
    ...findOptionConflicts(options),
    ...[...always, ...given].flatMap((check) => problemOf(options, check)),
  ];
}

/** Node's timers run immediately if they are given more milliseconds. */
const MAX_TIMER = 2 ** 31 - 1;
const MAX_CHUNK = 1_000;

/** @contract C12 */
function rangeOf(limit: string): readonly [isValid: Check[1], allowed: string] {
  const max = limit === 'chunkCount' ? MAX_CHUNK : MAX_TIMER;
  const min = limit === 'drainDelay' ? 0 : 1;
  return [
    (value) => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max,
    `a whole number from ${min} to ${max.toLocaleString('en')}`,
  ];
}

function problemOf(options: object, [option, isValid, expected]: Check): OptionProblem[] {
  const value = valueAt(options, option);
  if (isValid(value)) return [];
  const message =
    value === undefined
      ? `${option} is required; it must be ${expected}.`
      : `${option} must be ${expected}; ${shown(option, value)} is not allowed.`;
  return [{ option, message }];
}

function unknownNames(options: object): OptionProblem[] {
  return Object.entries(names).flatMap(([group, known]) =>
    Object.keys(Object(group === '' ? options : valueAt(options, group)) as object)
      .filter((name) => !known.includes(name))
      .map((name) => {
        const option = group === '' ? name : `${group}.${name}`;
        return { option, message: `${option} is not an option.${allowedNames(name, known)}` };
      }),
  );
}

/** Their values are never shown. */
const secretOptions: ReadonlySet<string> = new Set(['metrics.token', 'appKeys', 'redis.url']);

function shown(option: string, value: unknown): string {
  if (typeof value === 'function') return value.name;
  if (secretOptions.has(option)) return 'the given value';
  const inspected = inspect(value, { depth: 1, breakLength: Infinity });
  return option.startsWith('database.') || inspected.includes('://')
    ? maskCredentials(inspected)
    : inspected;
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isClass(value: unknown): boolean {
  return typeof value === 'function';
}

function isLinkLifetime(value: unknown): boolean {
  return isPositiveInteger(value) && value > 1 && value <= MOST_LINK_LIFETIME;
}

function isMilliseconds(value: unknown): boolean {
  return isPositiveInteger(value) && value <= MAX_TIMER;
}

function isWorkerCount(value: unknown): boolean {
  return value === 0 || (isPositiveInteger(value) && value <= MAX_WORKERS);
}

function isPercentage(value: unknown): boolean {
  return isPositiveInteger(value) && value <= 100;
}

function isAlgorithmList(value: unknown): boolean {
  return isListOf(isPublicKeyAlgorithm)(value) && (value as readonly unknown[]).length > 0;
}
