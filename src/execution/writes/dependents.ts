import type {
  CompiledColumn,
  CompiledRelation,
  CompiledResource,
  MorphType,
} from '../../registry/compiled-resource.js';
import { logTable } from '../../registry/reserved-names.js';

/**
 * Rows of a table that go with a record: those whose column holds the value that the record has in
 * `source`.
 */
interface Dependent {
  readonly table: string;
  readonly column: CompiledColumn;
  readonly source: CompiledColumn;
  readonly type: MorphType | null;
}

/**
 * What goes with a deleted record. Other rows that refer to it are for the database's foreign keys.
 * @contract C4.5
 */
export interface Dependents {
  /** Rows of pivot tables. */
  readonly links: readonly Dependent[];
  /** Records that hang on it by a morph, each with what hangs on them. */
  readonly children: readonly (Dependent & { readonly resource: CompiledResource })[];
}

/**
 * Found once a resource, by what all resources declare. Log rows stay, in whichever form `logs` is
 * declared.
 */
export function findDependents(
  resource: CompiledResource,
  resources: readonly CompiledResource[],
): Dependents {
  const own = relationsOf(resource).filter(isNoLog);
  const toIt = resources
    .flatMap(relationsOf)
    .filter((relation) => relation.resource === resource && isNoLog(relation));
  return {
    links: once([...own.flatMap(linksOfParent), ...toIt.flatMap(linksOfRelated)]),
    children: own.flatMap(childrenOf),
  };
}

const relationsOf = ({ relations }: CompiledResource): readonly CompiledRelation[] =>
  [...relations.values()].filter((relation) => relation.form === 'relation');

const isNoLog = ({ resource, join }: CompiledRelation): boolean =>
  resource.table.name !== logTable && (join.keyOn !== 'pivot' || join.table.name !== logTable);

const linksOfParent = ({ join }: CompiledRelation): readonly Dependent[] =>
  join.keyOn === 'pivot'
    ? [{ table: join.table.name, column: join.parent, source: join.source, type: join.type }]
    : [];

const linksOfRelated = ({ join }: CompiledRelation): readonly Dependent[] =>
  join.keyOn === 'pivot'
    ? [{ table: join.table.name, column: join.related, source: join.target, type: join.type }]
    : [];

const childrenOf = ({ join, resource }: CompiledRelation): Dependents['children'] =>
  join.keyOn === 'related' && join.type
    ? [
        {
          table: resource.table.name,
          column: join.column,
          source: join.source,
          type: join.type,
          resource,
        },
      ]
    : [];

/** The two sides of a relation name the same rows. */
function once(links: readonly Dependent[]): readonly Dependent[] {
  const named = links.map(
    (link) => [`${link.table} ${link.column.name} ${link.type?.value}`, link] as const,
  );
  return [...new Map(named).values()];
}
