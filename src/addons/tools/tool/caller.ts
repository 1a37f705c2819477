import type { ServerContext } from '@modelcontextprotocol/server';
import type { Eventual } from '../../../base/when-known.js';
import { Authorizer, memoize } from '../../../pipeline/authorization/authorizer.js';
import type { AppUser, Operation, RequestOrigin } from '../../../base/types/register.js';
import type {
  RequestCaller,
  RequestContext,
} from '../../../pipeline/authorization/request-context.js';
import type {
  CompiledResource,
  ResourceView,
} from '../../../registry/resources/compiled-resource.js';
import type { ResourceRegistry } from '../../../registry/resources/resource-registry.js';

/**
 * The sender of one message, with the rights of that user. Each message gets a new instance, so
 * that no decision is reused for another user or after a write.
 *
 * @contract C11.2
 */
export class Caller implements RequestCaller {
  readonly authorizer: Authorizer;
  readonly onEnd: RequestCaller['onEnd'] = (work) => void this.endings.push(work);
  private readonly endings: (() => void)[] = [];
  private readonly views = new Map<string, Eventual<ResourceView>>();

  constructor(
    readonly user: object,
    readonly languages: readonly string[],
    readonly origin: RequestOrigin,
    /** The message as the MCP library represents it. */
    readonly serverContext: ServerContext,
    private readonly registry: ResourceRegistry,
  ) {
    this.authorizer = new Authorizer(user);
  }

  /**
   * Returns the context of an operation, with the resource as the caller sees it. A message asks for
   * many contexts, so that their views are kept: otherwise it is what `contextFor` returns.
   *
   * @param id the key of the record, if the operation is about one and its key is known
   * @contract C5.9
   */
  async requestContext(
    resource: CompiledResource,
    operation: Operation,
    id: string | null = null,
  ): Promise<RequestContext> {
    const { authorizer, languages, origin, onEnd } = this;
    const view = await this.viewFor(resource.key, operation, id);
    return { resource: view.get(resource.key)!, authorizer, languages, origin, onEnd };
  }

  /**
   * Returns the resources as the caller sees them.
   *
   * @param resource the resource's key, or the name of a custom tool
   */
  viewFor(resource: string, operation: Operation, id: string | null): Eventual<ResourceView> {
    const { user, origin, registry } = this;
    const request = { user: user as AppUser, origin, resource, operation, id, query: {} };
    const asked = JSON.stringify([resource, operation, id]);
    return memoize(this.views, asked, () => registry.viewFor(request));
  }

  /** Releases what the message held. Called after the response. */
  end(): void {
    for (const work of this.endings.splice(0)) work();
  }

  /** Returns whether the policy's `index` admits the user. @contract C4.4 */
  async mayEnter(resource: CompiledResource): Promise<boolean> {
    return this.authorizer.mayIndex(resource);
  }

  async mayStore(resource: CompiledResource): Promise<boolean> {
    return this.authorizer.mayStore(resource);
  }
}
