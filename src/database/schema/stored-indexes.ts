import type { CompiledColumn } from '../../registry/resources/compiled-resource.js';
import type { IndexUse, StoredIndex, StoredTable } from '../../registry/resources/schema-facts.js';
import type { DialectName } from '../connection/database.js';
import type { IndexedPart } from '../dialects/column-indexes.js';
import type { SchemaQueries } from '../dialects/schema-queries.js';
import { dialects } from '../engines/dialects.js';
import { engines } from '../engines/engines.js';
import { isSet, textOrNull, type ValuesOf } from './row-values.js';

/** A row of the query for indexes: a part of an index. */
export type IndexRow = ValuesOf<SchemaQueries['indexes']>;

/** The members of a table that are about its indexes. */
type IndexMembers = Pick<
  StoredTable,
  'indexes' | 'isIndexed' | 'proposeIndex' | 'proposeSearchIndexes'
>;

/** The longest name of an index that every database accepts. */
const MAX_NAME = 63;
const NO_PARTS = 'an index finds the beginning of a string, and a search finds any part of it';

/**
 * Returns the indexes of a table, and what they serve.
 *
 * @param groups the rows of each index
 */
export function storedIndexes(
  table: string,
  groups: readonly (readonly IndexRow[])[],
  findColumn: StoredTable['findColumn'],
  dialect: DialectName,
): IndexMembers {
  const { fold, indexedAs, columnIndexes } = engines[dialect].schemaQueries;
  const indexes = groups.map(indexOf);
  const { quote } = dialects[dialect];
  const create = (columns: readonly CompiledColumn[], kind: string, rest: string) => {
    const name = [table, ...columns.map((column) => column.name), kind].join('_');
    return `create index ${quote(name.slice(0, MAX_NAME))} on ${quote(table)} ${rest}`;
  };
  const partFor = (column: CompiledColumn, use: IndexUse): IndexedPart => {
    const stored = findColumn(column.name);
    return stored
      ? columnIndexes.partFor(column, stored, use)
      : { reason: `${table} has no column ${column.name}` };
  };
  return {
    indexes,
    isIndexed(columns, use) {
      const wanted = new Set(columns.map((column) => fold(indexedAs(column))));
      return (
        columns.every((column) => 'sql' in partFor(column, use)) &&
        indexes.some((index) => beginsWith(index, wanted, use, fold))
      );
    },
    proposeIndex: (columns, use) => {
      const parts = columns.map((column) => partFor(column, use));
      const unserved = parts.find((part) => 'reason' in part);
      return (
        unserved ?? { statements: [create(columns, 'index', `(${parts.map(sqlOf).join(', ')})`)] }
      );
    },
    proposeSearchIndexes(column) {
      const expressions = columnIndexes.searchedAs?.(quote(column.name));
      if (!expressions) return { reason: NO_PARTS };
      const found = new Set(indexes.flatMap(({ trigrams }) => trigrams.map(plainExpression)));
      const missing = expressions.flatMap((expression, at) =>
        found.has(plainExpression(expression))
          ? []
          : create([column], `search${at + 1}`, `using gin ((${expression}) gin_trgm_ops)`),
      );
      return { statements: missing };
    },
  };
}

const sqlOf = (part: IndexedPart): string => ('sql' in part ? part.sql : '');

const indexOf = (rows: readonly IndexRow[]): StoredIndex => ({
  name: String(rows[0]!.index),
  primary: isSet(rows[0]!.isPrimary),
  unique: isSet(rows[0]!.isUnique),
  columns: rows.map(({ column }) => String(column)),
  whole: rows.map(({ isWhole }) => isSet(isWhole)),
  uses: rows.map(usesOf),
  trigrams: rows.map(({ trigrams }) => textOrNull(trigrams)),
});

const usesOf = ({ sorts, matches }: IndexRow): ReadonlySet<IndexUse> =>
  new Set([
    ...(isSet(sorts) ? ['sort' as const] : []),
    ...(isSet(matches) ? ['match' as const] : []),
  ]);

function beginsWith(
  { columns, uses }: StoredIndex,
  wanted: ReadonlySet<string>,
  use: IndexUse,
  fold: SchemaQueries['fold'],
): boolean {
  const first = columns.slice(0, wanted.size).map(fold);
  const isUsable = first.every((name, at) => wanted.has(name) && uses[at]!.has(use));
  return isUsable && new Set(first).size === wanted.size;
}

/** Returns an expression without what the database adds or leaves out when it prints it. */
const plainExpression = (expression: string | null): string =>
  (expression ?? '').toLowerCase().replaceAll(/::text|[\s()"]/g, '');
