import { pluralize, singularize } from 'inflection';
import {
  collectionKeyOf,
  humanize,
  kebabCase,
  pascalCase,
} from '../../../registry/resources/names.js';
import { reservedResourceKeys } from '../../../registry/resources/reserved-names.js';
import { NameError } from './make-error.js';

/** The forms of a name. */
export interface Names {
  /** `book-review`: files. */
  readonly file: string;
  /** `BookReview`: classes. */
  readonly class: string;
  /** `book review`: sentences. */
  readonly words: string;
  /** `book_review`: columns and rules. */
  readonly snake: string;
}

/** The names of a resource. */
export interface ResourceNames extends Names {
  /** `book-reviews` */
  readonly folder: string;
  /** `book_reviews`: the key of the resource and its table. */
  readonly table: string;
  /** `book reviews` */
  readonly plural: string;
}

const pattern = /^[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*$/;

/** Classes that generated files import or use, so that a class of this name would not compile. */
const takenClasses = new Set([
  ...['Array', 'Boolean', 'Date', 'Error', 'Function', 'Map', 'Number', 'Object', 'Promise'],
  ...['Set', 'String', 'Symbol', 'Column', 'CreateDateColumn', 'Entity', 'Field', 'Injectable'],
  ...['Policy', 'PrimaryGeneratedColumn', 'Resource', 'ResourceModule', 'ResourceOf', 'Scope'],
  ...['TestApplication', 'UpdateDateColumn', 'BelongsToMany', 'DeleteDateColumn', 'Index'],
  ...['JoinColumn', 'JoinTable', 'ManyToMany', 'ManyToOne', 'OneToMany', 'OneToOne'],
  ...['PrimaryColumn', 'Related', 'Relation'],
]);

/** Whether files of a resource would import or use another class of this name. */
export const isTakenClass = (className: string): boolean => takenClasses.has(className);

/** Tables of the framework and of TypeORM, and words that a database reserves. */
const takenTables = new Set([
  ...['action_log_files', 'action_log_snapshots', 'action_logs', 'action_runs', 'idempotency_keys'],
  ...[
    'last_writes',
    'login_attempts',
    'migration_locks',
    'migrations',
    'service_secrets',
    'tokens',
  ],
  ...['columns', 'databases', 'groups', 'indexes', 'keys', 'references', 'rows', 'schemas'],
  ...['tables', 'values'],
]);

/** @throws NameError */
export function namesOf(name: string): Names {
  if (!pattern.test(name))
    throw new NameError(
      `"${name}" is not a name. A name starts with a letter and contains letters, digits, "-" and "_", such as publish-book.`,
    );
  const file = kebabCase(name);
  const snake = file.replaceAll('-', '_');
  const className = pascalCase(snake);
  if (takenClasses.has(className))
    throw new NameError(`"${name}" is not allowed: the class ${className} already exists.`);
  return { file, snake, class: className, words: humanize(className).toLowerCase() };
}

/**
 * @param name in singular or plural
 * @throws NameError
 */
export function resourceNamesOf(name: string): ResourceNames {
  const names = namesOf(singular(namesOf(name).file));
  const table = collectionKeyOf(names.class);
  if (reservedResourceKeys.includes(table) || takenTables.has(table))
    throw new NameError(
      `"${name}" is not allowed as a resource: "${table}" is reserved. Choose another name.`,
    );
  return pluralNamesOf(names);
}

/** Returns the names of a resource whose class is known. */
export function resourceNamesOfClass(className: string): ResourceNames {
  const file = kebabCase(className);
  return pluralNamesOf({
    file,
    snake: file.replaceAll('-', '_'),
    class: className,
    words: humanize(className).toLowerCase(),
  });
}

function pluralNamesOf(names: Names): ResourceNames {
  const table = collectionKeyOf(names.class);
  return {
    ...names,
    table,
    folder: table.replaceAll('_', '-'),
    plural: table.replaceAll('_', ' '),
  };
}

function singular(file: string): string {
  const words = file.split('-');
  const last = words.pop()!;
  const one = singularize(last);
  return [...words, pluralize(one) === last ? one : last].join('-');
}
