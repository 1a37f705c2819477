import type {
  CompiledColumn,
  CompiledRelation,
  CompiledResource,
  CompiledTable,
  MorphType,
} from '../../registry/resources/compiled-resource.js';

/**
 * Rows of a table that are deleted with a record: those whose column has the record's value of
 * `source`.
 */
export interface Dependent {
  readonly table: CompiledTable;
  readonly column: CompiledColumn;
  readonly source: CompiledColumn;
  readonly type: MorphType | null;
}

/**
 * The rows that are deleted with a record. The database's foreign keys handle other rows that refer
 * to it.
 * @contract C4.5
 */
export interface Dependents {
  /** Rows of pivot tables. */
  readonly links: readonly Dependent[];
  /** Records that belong to it by a morph, each with its own dependents. */
  readonly children: readonly (Dependent & { readonly resource: CompiledResource })[];
}

/**
 * Finds the dependents of a resource from the declarations of all resources. Log rows stay, for
 * every form of `logs`.
 */
export function findDependents(
  resource: CompiledResource,
  resources: readonly CompiledResource[],
): Dependents {
  const own = relationsOf(resource).filter(isNotLog);
  const toIt = resources
    .flatMap(relationsOf)
    .filter((relation) => relation.resource === resource && isNotLog(relation));
  return {
    links: once([...own.flatMap(linksOfParent), ...toIt.flatMap(linksOfRelated)]),
    children: own.flatMap(childrenOf),
  };
}

const relationsOf = ({ relations }: CompiledResource): readonly CompiledRelation[] =>
  [...relations.values()].filter((relation) => relation.form === 'relation');

const isNotLog = ({ resource, join }: CompiledRelation): boolean =>
  !resource.table.isLog && (join.keyOn !== 'pivot' || !join.table.isLog);

const linksOfParent = ({ join }: CompiledRelation): readonly Dependent[] =>
  join.keyOn === 'pivot'
    ? [{ table: join.table, column: join.parent, source: join.source, type: join.type }]
    : [];

const linksOfRelated = ({ join }: CompiledRelation): readonly Dependent[] =>
  join.keyOn === 'pivot'
    ? [{ table: join.table, column: join.related, source: join.target, type: join.type }]
    : [];

const childrenOf = ({ join, resource }: CompiledRelation): Dependents['children'] =>
  join.keyOn === 'related' && join.type
    ? [
        {
          table: resource.table,
          column: join.column,
          source: join.source,
          type: join.type,
          resource,
        },
      ]
    : [];

/** Removes duplicates: both sides of a relation declare the same rows. */
function once(links: readonly Dependent[]): readonly Dependent[] {
  const named = links.map(
    (link) => [`${link.table.name} ${link.column.name} ${link.type?.value}`, link] as const,
  );
  return [...new Map(named).values()];
}
