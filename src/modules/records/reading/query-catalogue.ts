import { Inject, Injectable } from '@nestjs/common';
import { allowListOf, type AllowList } from '../../../pipeline/authorization/allow-list.js';
import { seenFilters } from '../../../pipeline/authorization/authorize-filters.js';
import { usableSorts } from '../../../pipeline/authorization/authorize-sort.js';
import { availableOf } from '../../../pipeline/authorization/is-available.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import type {
  CompiledFilter,
  CompiledRelation,
} from '../../../registry/resources/compiled-resource.js';
import { parseResourceQuery } from '../../../pipeline/request/index.js';
import { describeRule } from '../../../rules/entries/describe-rule.js';
import {
  describeRequest,
  type RequestContext,
} from '../../../pipeline/authorization/request-context.js';

interface Keyed {
  readonly key: string;
}

/** The query parameters of an index that the user may use. */
export interface DescribedQuery {
  readonly matches: readonly (Keyed & { readonly type: string })[];
  readonly sortables: readonly Keyed[];
  readonly searchables: readonly Keyed[];
  readonly filters: readonly (Keyed & { readonly name: string; readonly payload: Payload })[];
}

/** The rules of each member of a filter's value, as strings; a single value is named `value`. */
type Payload = Readonly<Record<string, readonly string[]>>;

/**
 * Lists the matches, sorts, searches and filters of a resource, for clients that build forms.
 * @contract C5.7
 */
@Injectable()
export class QueryCatalogue {
  constructor(@Inject(OPTIONS) private readonly options: ResolvedOptions) {}

  /** @throws RequestError `invalid_query` for any parameter */
  async describe(context: RequestContext, queryString: string): Promise<DescribedQuery> {
    const { resource, authorizer } = context;
    const query = parseResourceQuery(queryString, 'none', this.options.limits);
    const request = describeRequest(context, 'index', query, null);
    const list = allowListOf(resource);
    const sorts = await usableSorts(resource, request, authorizer);
    const through = await availableOf(list.searchesThrough, request, authorizer);
    const filters = await seenFilters(resource, request);
    return {
      matches: [...list.matches].map(([key, { type }]) => ({ key, type })),
      sortables: sorts.filter(({ key }) => key !== 'id').map(({ key }) => ({ key })),
      searchables: searchablesOf(list, through),
      filters: filters.map(describeFilter),
    };
  }
}

function searchablesOf(
  { searches }: AllowList,
  through: readonly CompiledRelation[],
): readonly Keyed[] {
  return [...searches.map(({ name }) => ({ key: name })), ...through.flatMap(searchedThrough)];
}

/**
 * Returns the searched columns of a relation. A callback's columns are unknown, so it is listed
 * under the relation's name.
 */
function searchedThrough({ key, options: { searchable } }: CompiledRelation): readonly Keyed[] {
  if (typeof searchable === 'function') return [{ key }];
  return searchable!.map((column) => ({ key: `${key}.${column}` }));
}

const describeFilter = ({ key, name, options: { rules, value = [] } }: CompiledFilter) => ({
  key,
  name,
  payload: Object.fromEntries(
    Object.entries(rules ?? { value }).map(([member, specs]) => [member, specs.map(describeRule)]),
  ),
});
