import type { ResourceRequest } from '../../base/types/register.js';
import { allowedNames, invalidQuery } from '../../base/errors/index.js';
import type {
  CompiledFilter,
  CompiledResource,
} from '../../registry/resources/compiled-resource.js';
import { quoted, shown } from '../request/refusal.js';
import type { WrittenFilter } from '../request/resource-query.js';

/** A declared filter and its requested value, which is not validated yet. */
export interface RequestedFilter {
  readonly filter: CompiledFilter;
  readonly value: unknown;
}

/**
 * Returns the filters that a request uses. For a filter that the user may not see, the response is
 * the same as for one that does not exist.
 *
 * @contract C5.7
 * @throws RequestError `invalid_query`
 */
export async function authorizeFilters(
  resource: CompiledResource,
  written: readonly WrittenFilter[],
  request: ResourceRequest,
): Promise<readonly RequestedFilter[]> {
  const seen = await seenFilters(resource, request);
  return written.map(({ key, value }) => {
    const filter = seen.find((each) => each.key === key);
    if (filter) return { filter, value };
    const names = seen.map((each) => each.key);
    throw invalidQuery(
      'filters',
      `${resource.key} has no filter ${quoted(key)}.${allowedNames(shown(key), names)}`,
    );
  });
}

/** Returns the filters that this user may see, in the order of their declaration. */
export async function seenFilters(
  resource: CompiledResource,
  request: ResourceRequest,
): Promise<readonly CompiledFilter[]> {
  const filters = [...resource.filters.values()];
  const isAllowed = await Promise.all(
    filters.map(async ({ handler }) => (await handler.canSee?.(request)) ?? true),
  );
  return filters.filter((_filter, at) => isAllowed[at]);
}
