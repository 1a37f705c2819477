import { inspect } from 'node:util';
import { isRecord } from '../rules/values/value-kind.js';
import { allowedNames } from '../base/errors/index.js';
import {
  allowed,
  isChallenge,
  isDatabaseUrl,
  isListOf,
  isPrefix,
  isReplicaUrl,
  isSecurityScheme,
  isString,
  maskCredentials,
} from './checks.js';
import type { OptionProblem } from './options-error.js';
import { referenceFields } from './reference-options.js';
import { serviceSettings, settings } from './settings.js';

type Check = readonly [option: string, isValid: (value: unknown) => boolean, allowed: string];
type Members = Readonly<Record<string, unknown>>;

const fields = Object.entries(referenceFields);

/** The options that the table of settings does not have, because only code can set them. */
const ofCode: readonly Check[] = [
  ['database.migrate', isBoolean, 'true or false'],
  ['database.existing', isBoolean, 'true or false'],
  ['authentication.user.entity', isFunction, "the entity's class"],
  ['authentication.user.identifier', isString, 'the name of a property'],
  ['authentication.user.password', isString, 'the name of a property'],
  ['authentication.user.suspendedAt', isString, 'the name of a property'],
  ['authentication.user.facts', isRecord, 'an object of conditions'],
  ['authentication.provider.useClass', isFunction, 'the class of an AuthenticationProvider'],
  ['authentication.provider.securityScheme', isSecurityScheme, allowed.securityScheme],
  ['authentication.provider.challenge', isChallenge, allowed.challenge],
  ['middleware', isListOf(isFunction), 'a list of guard classes'],
  ['explain.can', isFunction, 'a function of the user'],
  ['viewAs.can', isFunction, 'a function of the user and the other account'],
  ['why.can', isFunction, 'a function of the user and the account'],
  ['logs.repository', isFunction, 'the class of a resource'],
  ...['versions', 'idempotency', 'dryRuns', 'maxAffected', 'bulk'].map((name): Check => [
    `safeWrites.${name}`,
    isBoolean,
    'true or false',
  ]),
  ['explorer', (value) => value === false || isRecord(value), 'an object, or false'],
  ['reference', (value) => value === false || isRecord(value), 'an object, or false'],
  ...fields.map(([name, field]): Check => [`reference.${name}`, field.isValid, field.allowed]),
];

const ofSettings = settings.flatMap(
  ({
    option,
    isValid,
    allowed: values = 'a string that is not empty',
    allowedOption = values,
  }): Check[] => (option === undefined ? [] : [[option, isValid, allowedOption]]),
);

const checks: readonly Check[] = [...ofSettings, ...ofCode];

/** The names in each group of options; `''` is the group of all. */
const names: ReadonlyMap<string, ReadonlySet<string>> = namesOf([
  ...checks.map(([option]) => option),
  ...fields.flatMap(([name, { members = [] }]) =>
    members.map((member) => `reference.${name}.${member}`),
  ),
]);

/** Options that must be set; those of a group only if the group is. */
const required = [
  'database.url',
  ...['entity', 'identifier', 'password'].map((name) => `authentication.user.${name}`),
];
const requiredIn = {
  'authentication.jwt': ['issuer', 'audience', 'jwksUri', 'algorithms'],
  'authentication.provider': ['useClass', 'securityScheme'],
  explain: ['can'],
  viewAs: ['can'],
  why: ['can'],
};

/** Checks every option. An absent option has its default, unless it is required. */
export function findOptionProblems(options: object): OptionProblem[] {
  const needed = new Set([
    ...required,
    ...Object.entries(requiredIn).flatMap(([group, members]) =>
      valueAt(options, group) === undefined ? [] : members.map((member) => `${group}.${member}`),
    ),
  ]);
  const applicable = checks.filter(
    ([option]) => needed.has(option) || valueAt(options, option) !== undefined,
  );
  return [
    ...unknownNames(options),
    ...twoSources(options),
    ...sharedPath(options),
    ...cookieWithoutTokens(options),
    ...wrongReplicas(options),
    ...signedFolder(options),
    ...applicable.flatMap((check) => problemOf(options, check)),
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

/** The explorer and the resources need paths of their own. */
function sharedPath(options: object): OptionProblem[] {
  const path = valueAt(options, 'explorer.path') ?? serviceSettings.EXPLORER_PATH.default;
  const prefix = valueAt(options, 'prefix') ?? serviceSettings.API_PREFIX.default;
  const isOff = valueAt(options, 'explorer') === false || valueAt(options, 'schema') === false;
  if (isOff || !isPrefix(path) || !isPrefix(prefix)) return [];
  const isShared = `${path}/`.startsWith(`${prefix}/`) || `${prefix}/`.startsWith(`${path}/`);
  const message = `explorer.path cannot be "${path}", because the resources are at "${prefix}"; set another path.`;
  return isShared ? [{ option: 'explorer.path', message }] : [];
}

/** Only the service's own tokens can be in a cookie. @contract C2.10 */
const cookieWithoutTokens = (options: object): OptionProblem[] =>
  valueAt(options, 'authentication.cookie') !== true
    ? []
    : ['authentication.jwt', 'authentication.provider']
        .filter((option) => valueAt(options, option) !== undefined)
        .map((option) => ({
          option: 'authentication.cookie',
          message: `authentication.cookie cannot be combined with ${option}, because the service does not issue the tokens; remove one of them.`,
        }));

/** Each replica is a server of its own, of the same kind as the primary. */
function wrongReplicas(options: object): OptionProblem[] {
  const url = valueAt(options, 'database.url');
  const replicas = valueAt(options, 'database.replicaUrls');
  if (!isDatabaseUrl(url) || !isListOf(isReplicaUrl)(replicas)) return [];
  const urls = replicas as readonly string[];
  const fault = (message: string) => [
    {
      option: 'database.replicaUrls',
      message: `database.replicaUrls (DATABASE_REPLICA_URLS) ${message}`,
    },
  ];
  if (urls.length > 0 && url.startsWith('sqlite:'))
    return fault(
      'cannot be combined with SQLite, which has no replicas; use PostgreSQL or MariaDB, or remove it.',
    );
  if (urls.some((replica) => isPostgres(replica) !== isPostgres(url)))
    return fault('must be URLs of the same kind of database as database.url (DATABASE_URL).');
  const places = [url, ...urls].map((each) => new URL(each).host);
  if (new Set(places).size < places.length)
    return fault(
      'must be different servers, and none of them that of database.url (DATABASE_URL).',
    );
  return [];
}

const isPostgres = (url: string): boolean => url.startsWith('postgres');

/** Only an object store has URLs of its own. */
function signedFolder(options: object): OptionProblem[] {
  const isSigned = valueAt(options, 'storage.delivery') === 'signed';
  if (!isSigned || valueAt(options, 'storage.url') !== undefined) return [];
  const message =
    'storage.delivery cannot be "signed" without storage.url (STORAGE_URL), because only an object store has URLs of its own; set both.';
  return [{ option: 'storage.delivery', message }];
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
  return [...names].flatMap(([group, known]) =>
    Object.keys(Object(group === '' ? options : valueAt(options, group)) as object)
      .filter((name) => !known.has(name))
      .map((name) => {
        const option = group === '' ? name : `${group}.${name}`;
        return { option, message: `${option} is not an option.${allowedNames(name, [...known])}` };
      }),
  );
}

/** `database.url` is `database` in the group of all, and `url` in the group `database`. */
function namesOf(paths: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const groups = new Map<string, Set<string>>([['', new Set()]]);
  for (const path of paths) {
    const parts = path.split('.');
    for (const [at, name] of parts.entries()) {
      const group = parts.slice(0, at).join('.');
      groups.set(group, (groups.get(group) ?? new Set()).add(name));
    }
  }
  return groups;
}

function valueAt(options: object, option: string): unknown {
  return option
    .split('.')
    .reduce<unknown>((value, name) => (value as Members | null | undefined)?.[name], options);
}

/** Their values are never shown. */
const secretOptions = new Set(settings.flatMap(({ secret, option }) => (secret ? [option] : [])));

function shown(option: string, value: unknown): string {
  if (typeof value === 'function') return value.name;
  const isUrl = option === 'database.url';
  if (secretOptions.has(option) && !isUrl) return 'the given value';
  const inspected = inspect(value, { depth: 1, breakLength: Infinity });
  return isUrl || inspected.includes('://') ? maskCredentials(inspected) : inspected;
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}
