import type { ResourceRequest } from '../../base/types/register.js';
import type {
  CompiledFilter,
  CompiledRelated,
  CompiledRelation,
  CompiledResource,
} from '../../registry/resources/compiled-resource.js';
import { allowListOf, type Matchable } from '../authorization/allow-list.js';
import { attributeNames } from '../authorization/authorize-include.js';
import { seenFilters } from '../authorization/authorize-filters.js';
import { usableSorts } from '../authorization/authorize-sort.js';
import { availableOf } from '../authorization/is-available.js';
import type { RequestContext } from '../authorization/request-context.js';

/** The names that the query string of a read may contain. @contract C5 */
export interface QueryMembers {
  /** The attributes of responses, without the key. */
  readonly attributes: readonly string[];
  /** What `include` can name. */
  readonly relations: readonly CompiledRelated[];
  /** The relations to many records among them, which have an order and a size. */
  readonly lists: readonly CompiledRelation[];
  /** What lists can be sorted by: the key, columns, and columns of relations. */
  readonly sorts: readonly string[];
  readonly searches: readonly SearchedColumn[];
  /** What matches compare, by the name of their parameter. */
  readonly matches: ReadonlyMap<string, Matchable>;
  /** The declared filters. */
  readonly filters: readonly CompiledFilter[];
}

/** A column that `search` searches. */
export interface SearchedColumn {
  /** With a dot for a column of a relation; the relation's name if a callback searches it. */
  readonly key: string;
  /** The relation that must be loaded; `null` for a column of the resource itself. */
  readonly relation: string | null;
}

/** Returns the names for a caller who may use all members. */
export function queryMembers(resource: CompiledResource): QueryMembers {
  const { searchesThrough, sorts } = allowListOf(resource);
  const relations = [...resource.relations.values()];
  return {
    ...membersOf(resource, relations, searchesThrough),
    sorts: [...sorts.keys()],
    filters: [...resource.filters.values()],
  };
}

/** Returns the names that the caller of a request may use. @contract C5.9 */
export async function queryMembersFor(
  { resource, authorizer }: RequestContext,
  request: ResourceRequest,
): Promise<QueryMembers> {
  const available = <Member extends CompiledRelated>(members: readonly Member[]) =>
    availableOf(members, request, authorizer);
  const through = await available(allowListOf(resource).searchesThrough);
  const sorts = await usableSorts(resource, request, authorizer);
  return {
    ...membersOf(resource, await available([...resource.relations.values()]), through),
    sorts: sorts.map(({ key }) => key),
    filters: await seenFilters(resource, request),
  };
}

function membersOf(
  resource: CompiledResource,
  relations: readonly CompiledRelated[],
  through: readonly CompiledRelation[],
): Omit<QueryMembers, 'sorts' | 'filters'> {
  const { searches, matches } = allowListOf(resource);
  return {
    attributes: attributeNames(resource),
    relations,
    lists: relations.filter((member) => member.form === 'relation').filter(({ many }) => many),
    searches: [
      ...searches.map(({ name }) => ({ key: name, relation: null })),
      ...through.flatMap(searchedThrough),
    ],
    matches,
  };
}

/** A callback's columns are unknown. */
const searchedThrough = ({
  key,
  options: { searchable },
}: CompiledRelation): readonly SearchedColumn[] =>
  typeof searchable === 'function'
    ? [{ key, relation: key }]
    : searchable!.map((column) => ({ key: `${key}.${column}`, relation: key }));
