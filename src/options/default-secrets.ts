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

/**
 * A secret, or an address with one inside, that a stranger would try first: a well-known word, or
 * the user's own name.
 */
export function isDefaultSecret(value: string): boolean {
  if (!URL.canParse(value)) return isWellKnown(value);
  const { username, password, searchParams } = new URL(value);
  const user = decodeURIComponent(username);
  const passwords = [decodeURIComponent(password), ...searchParams.getAll('password')];
  return passwords.some((text) => text !== '' && (text === user || isWellKnown(text)));
}

const isWellKnown = (text: string): boolean => wellKnown.has(text.toLowerCase());
