import type {
  CompiledColumn,
  CompiledRelation,
  CompiledResource,
  CompiledTable,
  MorphType,
} from './compiled-resource.js';
import type { SchemaFacts } from './schema-facts.js';

/** Columns of a table that no index begins with, although requests read rows by them. */
export interface MissingIndex {
  readonly table: CompiledTable;
  readonly columns: readonly CompiledColumn[];
  /** Whether the order of the rows depends on the columns. */
  readonly isSorted: boolean;
  /** `PostResource.title: sortable` */
  readonly uses: readonly string[];
}

/** A column whose declared index of trigrams is missing. */
export interface MissingTrigrams {
  readonly table: CompiledTable;
  readonly column: CompiledColumn;
  readonly use: string;
  /** The statements that create it, or why the database cannot have it. */
  readonly create: readonly string[] | string;
}

/** Returns the columns that declare an index of trigrams which the database lacks. */
export const findMissingTrigrams = (
  resources: readonly CompiledResource[],
  facts: SchemaFacts,
): readonly MissingTrigrams[] =>
  resources.flatMap(({ name, table, fields }) =>
    [...fields.values()].flatMap(({ name: member, column, options }) => {
      if (options.searchable !== 'trigram' || column.trigrams !== undefined) return [];
      const use = `${name}.${member}: searchable by trigrams`;
      return [{ table, column, use, create: facts.trigrams.create(table, column) }];
    }),
  );

type Needed = Omit<MissingIndex, 'uses'> & { readonly use: string };

/**
 * Returns the columns without an index that requests sort by, match by or join by: the foreign key
 * of the rows on the many side, both keys of a pivot table, and the type and key of a morph. Views
 * and JSON are left out. A search has no column here: no such index finds a part of a string.
 */
export function findMissingIndexes(
  resources: readonly CompiledResource[],
  facts: SchemaFacts,
): readonly MissingIndex[] {
  const missing = new Map<string, MissingIndex>();
  for (const { use, ...needed } of resources.flatMap(neededBy)) {
    if (!canBeIndexed(needed, facts) || isServed(needed, facts)) continue;
    const key = [needed.table.name, ...needed.columns.map(({ name }) => name)].join(' ');
    const before = missing.get(key) ?? { ...needed, uses: [] };
    const isSorted = before.isSorted || needed.isSorted;
    missing.set(key, { ...before, isSorted, uses: [...before.uses, use] });
  }
  return [...missing.values()];
}

const neededBy = (resource: CompiledResource): readonly Needed[] => [
  ...fieldsOf(resource),
  ...[...resource.relations.values()].flatMap((relation) =>
    relation.form === 'relation'
      ? [...joinsOf(resource, relation), ...sortsOf(resource, relation)]
      : [],
  ),
];

const fieldsOf = ({ name, table, fields }: CompiledResource): readonly Needed[] =>
  [...fields.values()].flatMap(({ name: member, column, matchable, options }) => {
    const isSorted = options.sortable === true;
    const uses = [...(isSorted ? ['sortable'] : []), ...(matchable === null ? [] : ['matchable'])];
    if (uses.length === 0) return [];
    return [{ table, columns: [column], isSorted, use: `${name}.${member}: ${uses.join(', ')}` }];
  });

function sortsOf({ name }: CompiledResource, relation: CompiledRelation): readonly Needed[] {
  const { table, fields } = relation.resource;
  const { sortable } = relation.options;
  if (!Array.isArray(sortable)) return [];
  return (sortable as readonly string[]).flatMap((field) => {
    const column = fields.get(field)?.column;
    const use = `${name}.${relation.key}: sortable by ${field}`;
    return column ? [{ table, columns: [column], isSorted: true, use }] : [];
  });
}

function joinsOf(resource: CompiledResource, relation: CompiledRelation): readonly Needed[] {
  const { join } = relation;
  const use = `${resource.name}.${relation.key}: ${relation.kind}`;
  const by = (table: CompiledTable, type: MorphType | null, column: CompiledColumn): Needed => ({
    table,
    columns: type ? [type.column, column] : [column],
    isSorted: false,
    use,
  });
  if (join.keyOn === 'parent') return [by(resource.table, join.type, join.column)];
  if (join.keyOn === 'related') return [by(relation.resource.table, join.type, join.column)];
  const isParentMorph = join.type?.value === relation.owner;
  return [
    by(join.table, isParentMorph ? join.type : null, join.parent),
    by(join.table, isParentMorph ? null : join.type, join.related),
  ];
}

const unindexable: ReadonlySet<string> = new Set(['json', 'binary']);

function canBeIndexed({ table, columns }: Omit<Needed, 'use'>, facts: SchemaFacts): boolean {
  const stored = facts.findTable(table.name);
  return (
    stored?.isView === false &&
    columns.every(({ name, type }) => stored.findColumn(name) && !unindexable.has(type))
  );
}

function isServed({ table, columns }: Omit<Needed, 'use'>, facts: SchemaFacts): boolean {
  const isKey = columns.every((column) => table.keys.slice(0, columns.length).includes(column));
  return isKey || facts.isIndexed(table.name, ...columns);
}
