import type { CompiledRelation, CompiledResource } from '../../registry/compiled-resource.js';
import { logTable } from '../../registry/reserved-names.js';
import { findDependents, type Dependent } from './dependents.js';

/** Rows of a table that refer to a record, and that the database may delete or change with it. */
export interface Referring extends Dependent {
  /** The resource of the rows; `null` for rows of a pivot. */
  readonly resource: CompiledResource | null;
}

/**
 * Finds the rows that refer to the records of a resource by a foreign key, from the relations of
 * all resources. Either side may declare a relation.
 */
export function findReferring(
  resource: CompiledResource,
  resources: readonly CompiledResource[],
): readonly Referring[] {
  const own = relationsOf(resource).flatMap(childrenOf);
  const toIt = resources
    .flatMap((other) => relationsOf(other).map((relation) => ({ other, relation })))
    .filter(({ relation }) => relation.resource.table === resource.table)
    .flatMap(({ other, relation }) => referrersOf(other, relation));
  const links = findDependents(resource, resources).links.filter(({ type }) => type === null);
  return once(
    [...own, ...toIt, ...links.map((link) => ({ ...link, resource: null }))].filter(
      ({ table }) => !table.isView && table.name !== logTable,
    ),
  );
}

const relationsOf = ({ relations }: CompiledResource): readonly CompiledRelation[] =>
  [...relations.values()].filter((relation) => relation.form === 'relation');

const childrenOf = ({ join, resource }: CompiledRelation): readonly Referring[] =>
  join.keyOn === 'related' && !join.type
    ? [{ table: resource.table, column: join.column, source: join.source, type: null, resource }]
    : [];

/** Relations of another resource that end in this one. */
const referrersOf = (other: CompiledResource, { join }: CompiledRelation): readonly Referring[] =>
  join.keyOn === 'parent' && !join.type
    ? [
        {
          table: other.table,
          column: join.column,
          source: join.target,
          type: null,
          resource: other,
        },
      ]
    : [];

/** Both sides of a relation, and several resources of a table, declare the same rows. */
function once(places: readonly Referring[]): readonly Referring[] {
  const named = places.map((place) => [`${place.table.name} ${place.column.name}`, place] as const);
  return [...new Map([...named].reverse()).values()].reverse();
}
