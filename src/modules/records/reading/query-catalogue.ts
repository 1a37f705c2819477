import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import { narrowingMembers } from '../../../pipeline/describing/query-members.js';
import type { CompiledFilter, MatchType } from '../../../registry/resources/compiled-resource.js';
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
  readonly matches: readonly (Keyed & { readonly type: MatchType })[];
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
    const query = parseResourceQuery(queryString, 'none', this.options.limits);
    const request = describeRequest(context, 'index', query, null);
    const { matches, sorts, searches, filters } = await narrowingMembers(context, request);
    return {
      matches: [...matches].map(([key, { type }]) => ({ key, type })),
      sortables: sorts.filter((key) => key !== 'id').map((key) => ({ key })),
      searchables: searches.map(({ key }) => ({ key })),
      filters: filters.map(describeFilter),
    };
  }
}

const describeFilter = ({ key, name, options: { rules, value = [] } }: CompiledFilter) => ({
  key,
  name,
  payload: Object.fromEntries(
    Object.entries(rules ?? { value }).map(([member, specs]) => [member, specs.map(describeRule)]),
  ),
});
