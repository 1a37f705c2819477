import { pluralize, singularize, underscore } from 'inflection';

/** `ActionLog` -> `action_logs`. @contract C1.2 */
export const collectionKeyOf = (entityName: string): string => pluralize(underscore(entityName));

/** `companies` -> `company`: the name that columns holding its key start with. */
export const singularOf = (key: string): string => singularize(key);

/**
 * Every key under which a resource may serve a short relation of this name: `company` and
 * `companies`.
 */
export const resourceKeysFor = (relation: string): readonly string[] => [
  relation,
  pluralize(underscore(relation)),
];

/** `published_at` -> `publishedAt` */
export const camelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());

/** `published_at` -> `PublishedAt` */
export const pascalCase = (name: string): string =>
  camelCase(name).replace(/^[a-z]/, (letter) => letter.toUpperCase());

/** `PublishPosts` -> `publish-posts` */
export const kebabCase = (name: string): string => wordsOf(name).join('-').toLowerCase();

/** `PublishPosts` -> `Publish Posts` */
export const humanize = (name: string): string => wordsOf(name).join(' ');

/** `created_at` -> `Created at` */
export function labelOf(name: string): string {
  const [first = '', ...others] = wordsOf(name);
  const start = first.charAt(0).toUpperCase() + first.slice(1);
  return [start, ...others.map((word) => word.toLowerCase())].join(' ');
}

/** Before a capital that begins a word, and between capitals and a digit. */
const borders = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]|[0-9])/g;

const wordsOf = (name: string): readonly string[] =>
  name.replace(borders, ' ').match(/[A-Za-z0-9]+/g) ?? [name];

/** The property that a name on the wire means: itself, or its camelCase. */
export function findByWireName<Value>(
  properties: ReadonlyMap<string, Value>,
  name: string,
): Value | undefined {
  return properties.get(name) ?? properties.get(camelCase(name));
}
