import type { ColumnFacts, ForeignKeyFacts, TableFacts } from './table-facts.js';
import type { EntityModel } from './model.js';
import { decoratorOf } from './render-entity.js';

/**
 * Describes what has changed in a table since the last run, for the people who edit its entity: what
 * is not written by itself.
 */
export function* describeChanges(
  before: TableFacts,
  now: TableFacts,
  entity: EntityModel,
): Iterable<string> {
  const place = `${entity.names.class} in ${entity.path!}`;
  for (const column of before.columns) {
    const found = now.columns.find(({ name }) => name === column.name);
    const what = `${now.name}.${column.name}`;
    if (!found) yield `Changed: ${what} does not exist any more. Remove it from ${place}.`;
    else if (describeColumn(found) !== describeColumn(column))
      yield `Changed: ${what} is ${describeColumn(found)}, and was ${describeColumn(column)}.${declarationOf(found, entity)} Change ${place}.`;
  }
  if (before.primaryKey.join() !== now.primaryKey.join())
    yield `Changed: the primary key of ${now.name} is ${listOf(now.primaryKey)}, and was ${listOf(before.primaryKey)}. Change ${place}.`;
  for (const unique of missingIn(before.uniques, now.uniques))
    yield `Changed: ${listOf(unique)} of ${now.name} is not unique any more. Remove unique from ${place}.`;
  for (const unique of missingIn(now.uniques, before.uniques))
    yield `Changed: ${listOf(unique)} of ${now.name} is unique. Add unique to ${place}.`;
  for (const key of before.foreignKeys.filter((each) => !has(now.foreignKeys, each)))
    yield `Changed: ${listOf(key.columns)} of ${now.name} does not refer to ${key.table} any more. Remove the relation from ${place}.`;
  for (const name of before.indexed.filter(
    (each) => isKnown(before, each) && !now.indexed.includes(each),
  ))
    yield `Changed: no index of ${now.name} begins with ${name} any more. Remove the field from sortable, matchable and searchable, or add an index.`;
  for (const name of now.indexed.filter(
    (each) => isKnown(before, each) && !before.indexed.includes(each),
  ))
    yield `Changed: an index of ${now.name} begins with ${name}. Its field may be sortable and matchable.`;
}

/** `varchar(60), not null, default 'x'` */
const describeColumn = ({ type, labels, nullable, default: fallback, generated }: ColumnFacts) =>
  [
    labels ? `${type} of ${listOf(labels)}` : type,
    nullable ? 'null' : 'not null',
    ...(fallback === null ? [] : [`default ${fallback}`]),
    ...(generated === 'computed' ? ['computed by the database'] : []),
    ...(generated === 'key' ? ['counted by the database'] : []),
  ].join(', ');

/** How a run that writes the entity would declare the column. */
function declarationOf({ name }: ColumnFacts, { columns }: EntityModel): string {
  const column = columns.find((each) => each.name === name);
  return column ? ` Its declaration is ${decoratorOf(column)}.` : '';
}

const isKnown = ({ columns }: TableFacts, column: string): boolean =>
  columns.some(({ name }) => name === column);

const has = (keys: readonly ForeignKeyFacts[], key: ForeignKeyFacts): boolean =>
  keys.some((each) => each.table === key.table && each.columns.join() === key.columns.join());

const listOf = (names: readonly string[]): string => names.join(', ');

/** The lists of names in one that are not in the other. */
const missingIn = (
  lists: readonly (readonly string[])[],
  others: readonly (readonly string[])[],
): readonly (readonly string[])[] =>
  lists.filter((list) => !others.some((other) => other.join() === list.join()));
