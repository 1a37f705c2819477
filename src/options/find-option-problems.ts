import { defaults } from './defaults.js';
import { inspect } from 'node:util';
import { allowedNames } from '../base/errors/index.js';
import {
  allowed,
  isAppKey,
  isBearerToken,
  isChallenge,
  isListOf,
  isRecord,
  isString,
  isDatabaseUrl,
  isTablePrefix,
  isHost,
  isOrigin,
  isPositiveInteger,
  isPrefix,
  isProxy,
  isPublicKeyAlgorithm,
  isPublicUrl,
  isSecurityScheme,
  isWebAddress,
  logLevels,
  maskCredentials,
} from './checks.js';
import { referenceFields } from './reference-options.js';
import { defaultLimits } from './limits.js';
import type { OptionProblem } from './options-error.js';

type Check = readonly [option: string, isValid: (value: unknown) => boolean, allowed: string];
type Settings = Readonly<Record<string, unknown>>;

const fields = Object.entries(referenceFields);
const limitNames = Object.keys(defaultLimits);

const required: readonly Check[] = [
  ['database.url', isDatabaseUrl, allowed.databaseUrl],
  ['authentication.user.entity', isClass, "the entity's class"],
  ['authentication.user.identifier', isString, 'the name of a property'],
  ['authentication.user.password', isString, 'the name of a property'],
];

const safeWrites = Object.keys(defaults.safeWrites);
const optional: readonly Check[] = [
  ['database.poolSize', isPositiveInteger, allowed.positiveInteger],
  ['database.statementShare', isPercentage, 'a whole number from 1 to 100 (percent)'],
  ['database.migrate', isBoolean, 'true or false'],
  ['database.existing', isBoolean, 'true or false'],
  ['database.tablePrefix', isTablePrefix, allowed.tablePrefix],
  ['authentication.user.suspendedAt', isString, 'the name of a property'],
  ['authentication.user.facts', isRecord, 'an object of conditions'],
  ['authentication.provider.challenge', isChallenge, allowed.challenge],
  ['authentication.tokenLifetime', isPositiveInteger, `${allowed.positiveInteger} (seconds)`],
  ['authentication.failuresPerMinute', isPositiveInteger, allowed.positiveInteger],
  ['prefix', isPrefix, allowed.prefix],
  ['publicUrl', isPublicUrl, allowed.publicUrl],
  ['middleware', isListOf(isClass), 'a list of guard classes'],
  ['trustedProxies', isListOf(isProxy), `a list, each item ${allowed.proxy}`],
  ['cors', isListOf(isOrigin), `a list, each item ${allowed.origin}`],
  ['rates.userPerMinute', isPositiveInteger, allowed.positiveInteger],
  ['rates.peerPerMinute', isPositiveInteger, allowed.positiveInteger],
  ['metrics.token', isBearerToken, allowed.bearerToken],
  ['agents.hosts', isListOf(isHost), `a list, each item ${allowed.host}`],
  ['appKeys', isListOf(isAppKey), `a list, each item ${allowed.appKey}`],
  ['storage.path', isString, 'a folder'],
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
  ['schema', isBoolean, 'true or false'],
  ['compression', isBoolean, 'true or false'],
  ['logLevel', (value) => logLevels.some((level) => level === value), allowed.logLevel],
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
    'metrics',
    'storage',
    'logs',
    'safeWrites',
    'reference',
    'schema',
    'compression',
    'logLevel',
  ],
  database: ['url', 'poolSize', 'statementShare', 'migrate', 'existing', 'tablePrefix'],
  authentication: ['user', 'tokenLifetime', 'failuresPerMinute', 'jwt', 'provider'],
  'authentication.user': ['entity', 'identifier', 'password', 'suspendedAt', 'facts'],
  'authentication.jwt': ['issuer', 'audience', 'jwksUri', 'algorithms', 'claim'],
  'authentication.provider': ['useClass', 'securityScheme', 'challenge'],
  limits: limitNames,
  rates: ['userPerMinute', 'peerPerMinute'],
  metrics: ['token'],
  storage: ['path', 'orphanLifetime'],
  logs: ['keepDays', 'repository'],
  safeWrites,
  agents: ['hosts'],
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
    ...twoSources(options),
    ...[...always, ...given].flatMap((check) => problemOf(options, check)),
  ];
}

const twoSources = (options: object): OptionProblem[] =>
  valueAt(options, 'authentication.jwt') === undefined ||
  valueAt(options, 'authentication.provider') === undefined
    ? []
    : [
        {
          option: 'authentication.provider',
          message:
            'authentication.provider cannot be combined with authentication.jwt; set one of them.',
        },
      ];

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

function valueAt(options: object, option: string): unknown {
  return option
    .split('.')
    .reduce<unknown>((value, name) => (value as Settings | null | undefined)?.[name], options);
}

/** Their values are never shown. */
const secretOptions: ReadonlySet<string> = new Set(['metrics.token', 'appKeys']);

function shown(option: string, value: unknown): string {
  if (typeof value === 'function') return value.name;
  if (secretOptions.has(option)) return 'the given value';
  const inspected = inspect(value, { depth: 1, breakLength: Infinity });
  return option === 'database.url' || inspected.includes('://')
    ? maskCredentials(inspected)
    : inspected;
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isClass(value: unknown): boolean {
  return typeof value === 'function';
}

function isPercentage(value: unknown): boolean {
  return isPositiveInteger(value) && value <= 100;
}

function isAlgorithmList(value: unknown): boolean {
  return isListOf(isPublicKeyAlgorithm)(value) && (value as readonly unknown[]).length > 0;
}
