import type { MissingIndex } from './find-missing-indexes.js';

/**
 * Describes missing indexes for people: those that statements create, then those for searches, then
 * what no index serves.
 */
export function describeIndexes(missing: readonly MissingIndex[]): string {
  const created = missing.filter(({ proposal }) => 'statements' in proposal);
  const unserved = missing.filter(({ proposal }) => 'reason' in proposal);
  const needed = created.filter(({ isSearch }) => !isSearch);
  const searches = created.filter(({ isSearch }) => isSearch);
  return [
    needed.length === 0 ? NONE : section('Missing indexes', needed),
    ...(searches.length === 0 ? [] : [section('Columns without search indexes', searches, NOTE)]),
    ...(unserved.length === 0 ? [] : [section('Columns that no index serves', unserved)]),
  ].join('\n\n');
}

/** Whether an index is missing that a statement creates; those for searches do not count. */
export const lacksIndexes = (missing: readonly MissingIndex[]): boolean =>
  missing.some(({ isSearch, proposal }) => !isSearch && 'statements' in proposal);

const NONE = 'No index is missing for columns that definitions sort, match or join by.';
const NOTE: readonly string[] = [
  'A search finds any part of a string, which a b-tree index does not. Trigram indexes do, for',
  'three characters or more, if every searchable column of a resource has them and no relation is',
  'searched. They slow down writes, and need: create extension if not exists pg_trgm',
];

function section(
  title: string,
  missing: readonly MissingIndex[],
  note: readonly string[] = [],
): string {
  const lines = [...note, ...missing.flatMap(linesOf)].map((line) => `  ${line}`);
  return [`${title} (${missing.length})`, ...lines].join('\n');
}

const linesOf = ({ uses, table, columns, proposal }: MissingIndex): readonly string[] => [
  `${table} (${columns.join(', ')})`,
  ...[
    ...uses.map(({ resource, member, what }) => `${resource}.${member} is ${what}`),
    ...('statements' in proposal ? proposal.statements : [proposal.reason]),
  ].map((line) => `  ${line}`),
];
