import type { Authorizer } from './authorizer.js';
import { DeprecatedUses } from './deprecated-uses.js';
import type {
  AppUser,
  Operation,
  RequestOrigin,
  ResourceRequest,
} from '../../base/types/register.js';
import type { CompiledResource } from '../../registry/resources/compiled-resource.js';
import { canUseDeprecated } from '../../registry/resources/deprecation.js';
import { whenKnown, type Eventual } from '../../base/when-known.js';
import type { ResourceRegistry } from '../../registry/resources/resource-registry.js';
import { parseQueryString } from '../request/query-string.js';
import type { ResourceQuery } from '../request/resource-query.js';

/** Who sends a request, and from where. */
export interface RequestCaller {
  readonly authorizer: Authorizer;
  /** Accepted languages, the preferred one first. Empty means English. */
  readonly languages: readonly string[];
  /** Where the request came from. */
  readonly origin: RequestOrigin;
  /**
   * Registers work for when the response has been sent or the client has disconnected. Absent where
   * that is unknown.
   */
  readonly onEnd?: (work: () => void) => void;
}

/** A request that is authorized for the collection. */
export interface RequestContext extends RequestCaller {
  readonly resource: CompiledResource;
  /** Notes the deprecated members that the request uses; absent if it cannot use any. */
  readonly deprecations?: DeprecatedUses;
}

/** What is asked about a resource: the operation, its query string, and the key in the path. */
interface Asked {
  readonly operation: Operation;
  readonly queryString: string;
  readonly id: string | null;
}

/**
 * Returns the context of a request, with the resource as the caller sees it.
 * @contract C5.9
 */
export function contextFor(
  caller: RequestCaller,
  resource: CompiledResource,
  { operation, queryString, id }: Asked,
  registry: ResourceRegistry,
): Eventual<RequestContext> {
  const { authorizer, origin } = caller;
  const described = describeUnparsed({ authorizer, origin, resource }, operation, queryString, id);
  return whenKnown(registry.seenBy(described, resource), (seen) => ({
    resource: seen,
    ...caller,
    ...(canUseDeprecated(resource) && { deprecations: new DeprecatedUses() }),
  }));
}

/**
 * Returns the description of a request for callbacks of definitions. The parameters are only joined
 * when a callback reads them.
 */
export const describeRequest = (
  context: RequestContext,
  operation: Operation,
  { parameters }: ResourceQuery,
  id: string | null,
): ResourceRequest => requestIn(context, operation, id, () => parameters);

/**
 * Describes a request before its query is parsed, for decisions about the members of resources. It
 * has no parameters if the query string cannot be decoded: later, the request is rejected for it.
 */
export const describeUnparsed = (
  context: DescribedContext,
  operation: Operation,
  queryString: string,
  id: string | null,
): ResourceRequest => requestIn(context, operation, id, () => decoded(queryString));

/** Returns the description of the same request as it is about one record. */
export const aboutRecord = (request: ResourceRequest, id: string): ResourceRequest =>
  requestWith(request, { id });

/**
 * Returns the request with further members. Its parameters are still joined only when they are
 * read.
 */
export const requestWith = <Members extends object>(
  request: ResourceRequest,
  members: Members,
): ResourceRequest & Members =>
  Object.assign(new DescribedRequest(request, () => request.query), members);

type Parameters = ResourceRequest['query'];

/**
 * A request as callbacks receive it. `query` is computed when it is read, but a member of its own as
 * the others, so that a copy has it.
 *
 * All requests share one accessor. V8 keeps a new accessor of an object, with everything that its
 * function refers to, until the next full collection of garbage.
 */
export class DescribedRequest implements ResourceRequest {
  static readonly #query = {
    enumerable: true,
    get(this: DescribedRequest): Parameters {
      return this.#parameters();
    },
  };

  readonly user: AppUser;
  readonly origin: RequestOrigin;
  readonly resource: string;
  readonly operation: Operation;
  readonly id: string | null;
  declare readonly query: Parameters;
  readonly #parameters: () => Parameters;

  constructor(
    { user, origin, resource, operation, id }: Omit<ResourceRequest, 'query'>,
    parameters: () => Parameters,
  ) {
    this.user = user;
    this.origin = origin;
    this.resource = resource;
    this.operation = operation;
    this.id = id;
    this.#parameters = parameters;
    Object.defineProperty(this, 'query', DescribedRequest.#query);
  }
}

type DescribedContext = Pick<RequestContext, 'authorizer' | 'origin' | 'resource'>;

const requestIn = (
  { authorizer, origin, resource }: DescribedContext,
  operation: Operation,
  id: string | null,
  parameters: () => ResourceQuery['parameters'],
): ResourceRequest =>
  new DescribedRequest(
    { user: authorizer.user as AppUser, origin, resource: resource.key, operation, id },
    () => joined(parameters()),
  );

function decoded(queryString: string): ResourceQuery['parameters'] {
  try {
    return parseQueryString(queryString);
  } catch {
    return [];
  }
}

/** A repeated parameter becomes one list, as in the query language. */
function joined(parameters: ResourceQuery['parameters']): Readonly<Record<string, string>> {
  const values = new Map<string, string>();
  for (const [name, value] of parameters)
    values.set(name, values.has(name) ? `${values.get(name)},${value}` : value);
  return Object.fromEntries(values);
}
