import type { Authorizer } from './authorizer.js';
import type { AppUser, Operation, RequestOrigin, ResourceRequest } from '../types/register.js';
import type { CompiledResource } from '../registry/compiled-resource.js';
import type { ResourceQuery } from '../request/resource-query.js';

/** A request that has come past the collection's gate. */
export interface RequestContext {
  readonly resource: CompiledResource;
  readonly authorizer: Authorizer;
  /** Languages that the caller reads, the best first; English where none is told. */
  readonly languages?: readonly string[];
  /** The door that it came through. */
  readonly origin: RequestOrigin;
  /**
   * Registers what to do once the response is sent, or the caller is gone; absent where nobody
   * tells.
   */
  readonly onEnd?: (work: () => void) => void;
}

/**
 * What callbacks of definitions learn of a request; the parameters are put together for those who
 * look at them.
 */
export function describeRequest(
  { resource, authorizer, origin }: RequestContext,
  operation: Operation,
  { parameters }: ResourceQuery,
  id: string | null,
): ResourceRequest {
  return {
    user: authorizer.user as AppUser,
    origin,
    resource: resource.key,
    operation,
    id,
    get query() {
      return joined(parameters);
    },
  };
}

/** A parameter that stands several times is one list, as the query language reads it. */
function joined(parameters: ResourceQuery['parameters']): Readonly<Record<string, string>> {
  const values = new Map<string, string>();
  for (const [name, value] of parameters)
    values.set(name, values.has(name) ? `${values.get(name)},${value}` : value);
  return Object.fromEntries(values);
}
