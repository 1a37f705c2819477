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

/** The names that shape the records of a read. @contract C5.1 */
export interface ShapingMembers {
  /** The attributes of responses, without the key. */
  readonly attributes: readonly string[];
  /** What `include` can name. */
  readonly relations: readonly CompiledRelated[];
  /** The relations to many records among them, which have an order and a size. */
  readonly lists: readonly CompiledRelation[];
}

/** The names that select and order the records of a list. @contract C5.5, C5.6, C5.7 */
export interface NarrowingMembers {
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

/** Returns all names of a resource, for a caller who may use every member. */
export function queryMembers(resource: CompiledResource): ShapingMembers & NarrowingMembers {
  const { searchesThrough, sorts, matches } = allowListOf(resource);
  return {
    ...shapedBy(resource, [...resource.relations.values()]),
    sorts: [...sorts.keys()],
    searches: searchedBy(resource, searchesThrough),
    matches,
    filters: [...resource.filters.values()],
  };
}

/** Returns the names that the caller of a request may shape records by. @contract C5.9 */
export async function shapingMembers(
  { resource, authorizer }: RequestContext,
  request: ResourceRequest,
): Promise<ShapingMembers> {
  const relations = [...resource.relations.values()];
  return shapedBy(resource, await availableOf(relations, request, authorizer));
}

/** Returns the names that the caller of a request may narrow lists by. @contract C5.9 */
export async function narrowingMembers(
  { resource, authorizer }: RequestContext,
  request: ResourceRequest,
): Promise<NarrowingMembers> {
  const { searchesThrough, matches } = allowListOf(resource);
  const sorts = await usableSorts(resource, request, authorizer);
  const through = await availableOf(searchesThrough, request, authorizer);
  return {
    sorts: sorts.map(({ key }) => key),
    searches: searchedBy(resource, through),
    matches,
    filters: await seenFilters(resource, request),
  };
}

const shapedBy = (
  resource: CompiledResource,
  relations: readonly CompiledRelated[],
): ShapingMembers => ({
  attributes: attributeNames(resource),
  relations,
  lists: relations.filter((member) => member.form === 'relation').filter(({ many }) => many),
});

const searchedBy = (
  resource: CompiledResource,
  through: readonly CompiledRelation[],
): readonly SearchedColumn[] => [
  ...allowListOf(resource).searches.map(({ name }) => ({ key: name, relation: null })),
  ...through.flatMap(searchedThrough),
];

/** A callback's columns are unknown. */
const searchedThrough = ({
  key,
  options: { searchable },
}: CompiledRelation): readonly SearchedColumn[] =>
  typeof searchable === 'function'
    ? [{ key, relation: key }]
    : searchable!.map((column) => ({ key: `${key}.${column}`, relation: key }));
