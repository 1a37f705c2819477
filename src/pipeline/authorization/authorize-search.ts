import { everything } from '../../definition/contracts/condition.js';
import type { ResourceRequest } from '../../base/types/register.js';
import { invalidQuery, type RequestError } from '../../base/errors/index.js';
import type {
  CompiledColumn,
  CompiledRelation,
  CompiledResource,
} from '../../registry/resources/compiled-resource.js';
import type { Authorizer } from './authorizer.js';
import { allowListOf } from './allow-list.js';
import type { AuthorizedInclude } from './authorize-include.js';
import { availableOf } from './is-available.js';
import { resolveCondition } from './resolve-condition.js';
import { allOf, anyOf, type ResolvedCondition } from './resolved-condition.js';

/**
 * Returns the condition for rows that contain the text in a searchable column, or in a visible row
 * of a searchable relation that the request loads.
 *
 * @contract C5.8, C5.9
 * @spec Relation field options, searchable
 * @throws RequestError `invalid_query` if neither a column nor a loaded relation is searchable
 */
export async function authorizeSearch(
  resource: CompiledResource,
  text: string,
  { relations }: AuthorizedInclude,
  request: ResourceRequest,
  authorizer: Authorizer,
): Promise<ResolvedCondition> {
  const { searches, searchesThrough } = allowListOf(resource);
  const loaded = searchesThrough.filter((relation) =>
    relations.some((each) => each.relation === relation),
  );
  if (searches.length === 0 && loaded.length === 0)
    throw await nothingSearched(resource, request, authorizer);
  return anyOf([
    ...searches.map(({ column }) => holds(column, text)),
    ...loaded.map((relation) => holdsThrough(resource, relation, text, request, authorizer)),
  ]);
}

const holds = (column: CompiledColumn, text: string): ResolvedCondition => ({
  kind: 'holds',
  column,
  place: 'anywhere',
  text,
});

/** Matches only related rows that the user may see, even if the callback allows more. */
function holdsThrough(
  resource: CompiledResource,
  { key, join, resource: related, options: { searchable } }: CompiledRelation,
  text: string,
  request: ResourceRequest,
  authorizer: Authorizer,
): ResolvedCondition {
  const scopeOf = (other: CompiledResource) => authorizer.scope(other);
  const wanted =
    typeof searchable === 'function'
      ? resolveCondition(
          searchable(everything(), request, text, key, resource.definition),
          related,
          scopeOf,
          scopeOf,
        )
      : anyOf(searchable!.map((name) => holds(related.fields.get(name)!.column, text)));
  return {
    kind: 'related',
    join,
    table: related.table,
    condition: allOf([wanted, authorizer.scope(related)]),
  };
}

async function nothingSearched(
  resource: CompiledResource,
  request: ResourceRequest,
  authorizer: Authorizer,
): Promise<RequestError> {
  const through = await availableOf(allowListOf(resource).searchesThrough, request, authorizer);
  const names = through.map(({ key }) => `"${key}"`).join(', ');
  const hint = names === '' ? '' : ` Include ${names} to search there.`;
  return invalidQuery('search', `${resource.key} has no searchable column.${hint}`);
}
