import type { ResourceRequest } from '../../base/types/register.js';
import type { CompiledResource } from '../../registry/resources/compiled-resource.js';
import { oneByOne, whenKnown, type Eventual } from '../../base/when-known.js';
import type { ResourceQuery } from '../request/resource-query.js';
import type { Authorizer } from './authorizer.js';
import { authorizeFilters, type RequestedFilter } from './authorize-filters.js';
import {
  authorizeFields,
  authorizeInclude,
  withDefaults,
  type AuthorizedInclude,
  type SelectedAttributes,
} from './authorize-include.js';
import { authorizeMatches } from './authorize-matches.js';
import { authorizeSearch } from './authorize-search.js';
import { authorizeSort } from './authorize-sort.js';
import { allOf, EVERYTHING, type ResolvedCondition } from './resolved-condition.js';
import type { ResolvedOrder } from './resolved-order.js';

/**
 * A query whose names are resolved to fields, relations, columns and conditions, all of them
 * allowed.
 */
export interface AuthorizedQuery extends AuthorizedInclude, SelectedAttributes {
  /** The rows that the search and the matches select. */
  readonly narrowing: ResolvedCondition;
  readonly order: ResolvedOrder;
  /** Declared filters, whose values are not validated yet. */
  readonly filters: readonly RequestedFilter[];
}

/**
 * Resolves a whole query, and checks it against what the resource declares and this user may use.
 *
 * @contract C5
 * @throws RequestError `invalid_query`
 */
export function authorizeQuery(
  resource: CompiledResource,
  query: ResourceQuery,
  request: ResourceRequest,
  authorizer: Authorizer,
): Eventual<AuthorizedQuery> {
  const { search, sort, filters } = query;
  const selected = authorizeFields(resource, query.fields);
  const nodes = withDefaults(resource, query.include, request, authorizer);
  const included = whenKnown(nodes, (all) => authorizeInclude(resource, all, request, authorizer));
  return whenKnown(included, (include) => {
    const matched = authorizeMatches(
      resource,
      query.matches,
      query.action === null ? 'index' : 'index action',
    );
    const rest = oneByOne([
      () =>
        search === null
          ? EVERYTHING
          : authorizeSearch(resource, search, include, request, authorizer),
      () => authorizeSort(resource, sort, request, authorizer),
      () => (filters.length === 0 ? [] : authorizeFilters(resource, filters, request)),
    ]);
    return whenKnown(rest, ([found, order, requested]) => ({
      narrowing: allOf([matched, found]),
      order,
      filters: requested,
      ...selected,
      ...include,
    }));
  });
}
