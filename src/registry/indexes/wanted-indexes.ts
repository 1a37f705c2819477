import type {
  CompiledColumn,
  CompiledField,
  CompiledRelation,
  CompiledResource,
  CompiledTable,
  Join,
} from '../resources/compiled-resource.js';
import type { IndexUse } from '../resources/schema-facts.js';

/** Columns of a table that a definition sorts, matches, searches or joins by. */
export interface WantedIndex {
  /** The class of the resource. */
  readonly resource: string;
  /** The field or relation; empty for the resource as a whole. */
  readonly member: string;
  /** How the definition describes it, for people: `sortable`. */
  readonly what: string;
  /**
   * What the columns are used for. `search` finds a part of a string, and `sort related` orders by a
   * column of related rows, which the database always joins and sorts.
   */
  readonly use: IndexUse | 'search' | 'sort related';
  readonly table: CompiledTable;
  /** Two for a morph: its type and its key. */
  readonly columns: readonly CompiledColumn[];
}

/** How the columns of a relation are described. */
export const JOINED = 'a relation';

/** Returns the columns for which a resource needs indexes. Keys of records have theirs. */
export const wantedIndexes = (resource: CompiledResource): readonly WantedIndex[] => [
  ...[...resource.fields.values()].flatMap((field) => ofField(resource, field)),
  ...[...resource.relations.values()].flatMap((relation) =>
    relation.form === 'relation'
      ? [...ofRelatedFields(resource, relation), ...ofJoin(resource, relation)]
      : [],
  ),
];

function ofField(
  { name: resource, table }: CompiledResource,
  { name: member, column, matchable, options }: CompiledField,
): readonly WantedIndex[] {
  const wanted = { resource, member, table, columns: [column] };
  if (column === table.keys[0]) return [];
  return [
    ...(options.sortable ? [{ ...wanted, what: 'sortable', use: 'sort' as const }] : []),
    ...(matchable ? [{ ...wanted, what: 'matchable', use: 'match' as const }] : []),
    ...(options.searchable ? [{ ...wanted, what: 'searchable', use: 'search' as const }] : []),
  ];
}

/** Names with a path into a JSON column are left out: no field has them. */
function ofRelatedFields(
  { name: resource }: CompiledResource,
  { key: member, resource: target, options }: CompiledRelation,
): readonly WantedIndex[] {
  const named = (names: unknown, what: string, use: 'search' | 'sort related') =>
    (Array.isArray(names) ? (names as readonly string[]) : []).flatMap((name) => {
      const column = target.fields.get(name)?.column;
      if (!column || column === target.keyColumn) return [];
      const wanted = { resource, member, table: target.table, columns: [column] };
      return [{ ...wanted, what: `${what} by ${name}`, use }];
    });
  return [
    ...named(options.sortable, 'sortable', 'sort related'),
    ...named(options.searchable, 'searchable', 'search'),
  ];
}

function ofJoin(
  { name: resource, table: own }: CompiledResource,
  { key: member, join, resource: target }: CompiledRelation,
): readonly WantedIndex[] {
  return joinedColumns(join, own, target.table)
    .filter(({ table, columns }) => columns.length > 1 || columns[0] !== table.keys[0])
    .map((joined) => ({ resource, member, what: JOINED, use: 'match', ...joined }));
}

type JoinedColumns = Pick<WantedIndex, 'table' | 'columns'>;

/** The columns by which rows are found, when a relation is read from either side. */
function joinedColumns(
  join: Join,
  own: CompiledTable,
  related: CompiledTable,
): readonly JoinedColumns[] {
  const typed = (column: CompiledColumn) => (join.type ? [join.type.column, column] : [column]);
  switch (join.keyOn) {
    case 'parent':
      return [
        { table: own, columns: typed(join.column) },
        { table: related, columns: [join.target] },
      ];
    case 'related':
      return [{ table: related, columns: typed(join.column) }];
    case 'pivot':
      return [
        { table: join.table, columns: typed(join.parent) },
        { table: join.table, columns: typed(join.related) },
        { table: related, columns: [join.target] },
      ];
  }
}
