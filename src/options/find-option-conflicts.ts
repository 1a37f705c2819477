import { isDatabaseUrl, isListOf, isPrefix, isReplicaUrl } from './checks.js';
import { databaseProtocols } from './database-protocols.js';
import { defaults } from './defaults.js';
import type { OptionProblem } from './options-error.js';
import { valueAt } from './value-at.js';

/** Finds options that are valid by themselves, but not together. */
export const findOptionConflicts = (options: object): OptionProblem[] =>
  [twoSources, cookieWithoutTokens, sharedPath, signedFolder, wrongReplicas].flatMap((find) =>
    find(options),
  );

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

/** The application and the resources need paths of their own. */
function sharedPath(options: object): OptionProblem[] {
  const path = valueAt(options, 'explorer.path') ?? defaults.explorer.path;
  const prefix = valueAt(options, 'prefix') ?? defaults.prefix;
  const isOff = valueAt(options, 'explorer') === false || valueAt(options, 'schema') === false;
  if (isOff || !isPrefix(path) || !isPrefix(prefix)) return [];
  const isShared = `${path}/`.startsWith(`${prefix}/`) || `${prefix}/`.startsWith(`${path}/`);
  const message = `explorer.path cannot be "${path}", because the resources are at "${prefix}"; set another path.`;
  return isShared ? [{ option: 'explorer.path', message }] : [];
}

/** Only an object store has URLs of its own. */
function signedFolder(options: object): OptionProblem[] {
  const isSigned = valueAt(options, 'storage.delivery') === 'signed';
  if (!isSigned || valueAt(options, 'storage.url') !== undefined) return [];
  const message =
    'storage.delivery cannot be "signed" without storage.url (STORAGE_URL), because only an object store has URLs of its own; set both.';
  return [{ option: 'storage.delivery', message }];
}

/** Each replica is a server of its own, of the same kind as the primary. */
function wrongReplicas(options: object): OptionProblem[] {
  const [url, replicas] = [
    valueAt(options, 'database.url'),
    valueAt(options, 'database.replicaUrls'),
  ];
  if (!isDatabaseUrl(url) || !isListOf(isReplicaUrl)(replicas)) return [];
  const urls = replicas as readonly string[];
  const fault = (message: string) => [{ option: 'database.replicaUrls', message }];
  if (urls.length > 0 && url.startsWith('sqlite:'))
    return fault(
      'database.replicaUrls (DATABASE_REPLICA_URLS) cannot be combined with SQLite, which has no replicas; use PostgreSQL or MariaDB, or remove it.',
    );
  if (urls.some((replica) => engineNameOf(replica) !== engineNameOf(url)))
    return fault(
      'database.replicaUrls (DATABASE_REPLICA_URLS) must be URLs of the same kind of database as database.url (DATABASE_URL).',
    );
  const places = [url, ...urls].map((each) => new URL(each).host);
  if (new Set(places).size < places.length)
    return fault(
      'database.replicaUrls (DATABASE_REPLICA_URLS) must be different servers, and none of them that of database.url (DATABASE_URL).',
    );
  return [];
}

const engineNameOf = (url: string): string | undefined =>
  Object.entries(databaseProtocols).find(([, protocols]) =>
    protocols.some((protocol) => url.startsWith(protocol)),
  )?.[0];
