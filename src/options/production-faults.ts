import { settings, type Environment } from './environment.js';

/** Passwords that stand in manuals, examples and the demo's own files. */
const wellKnown = new Set([
  ...[
    'admin',
    'changeme',
    'change-me',
    'default',
    'example',
    'mariadb',
    'mysql',
    'password',
    'postgres',
  ],
  ...['resource-api', 'resource_api', 'root', 'secret', 'test'],
]);

/** Secrets that are good enough for a trial and not for a service: a line per setting. */
export function productionFaults(environment: Environment): readonly string[] {
  if (environment.NODE_ENV !== 'production') return [];
  return settings
    .filter(
      ({ name, secret }) =>
        secret && isDefaultSecret(String(environment[name as keyof Environment] ?? '')),
    )
    .map(
      ({ name }) =>
        `${name}: a secret that everybody knows is not allowed where NODE_ENV is production; choose one.`,
    );
}

/**
 * A secret, or an address with one inside, that a stranger would try first: a well-known word, or
 * the user's own name.
 */
function isDefaultSecret(value: string): boolean {
  if (!URL.canParse(value)) return isWellKnown(value);
  const { username, password, searchParams } = new URL(value);
  const user = decodeURIComponent(username);
  const passwords = [decodeURIComponent(password), ...searchParams.getAll('password')];
  return passwords.some((text) => text !== '' && (text === user || isWellKnown(text)));
}

const isWellKnown = (text: string): boolean => wellKnown.has(text.toLowerCase());
