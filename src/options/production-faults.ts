import { settings, type Environment } from './settings.js';

/** Passwords from manuals, examples and the demo's own files. */
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

/** Returns a line for each secret that is not safe in production. */
export function productionFaults(environment: Environment): readonly string[] {
  if (environment.NODE_ENV !== 'production') return [];
  return settings
    .filter(
      ({ name, secret }) =>
        secret &&
        [environment[name as keyof Environment] ?? ''].flat().map(String).some(isDefaultSecret),
    )
    .map(
      ({ name }) =>
        `${name} must not be a well-known secret if NODE_ENV is production; choose your own.`,
    );
}

/**
 * Returns whether it is a secret, or a URL with a password, that is easy to guess: a well-known
 * word, or the user name.
 */
function isDefaultSecret(value: string): boolean {
  if (!URL.canParse(value)) return isWellKnown(value);
  const { username, password, searchParams } = new URL(value);
  const user = decodeURIComponent(username);
  const passwords = [decodeURIComponent(password), ...searchParams.getAll('password')];
  return passwords.some((each) => each !== '' && (each === user || isWellKnown(each)));
}

const isWellKnown = (secret: string): boolean => wellKnown.has(secret.toLowerCase());
