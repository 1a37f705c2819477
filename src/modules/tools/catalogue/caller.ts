import type { ServerContext } from '@modelcontextprotocol/server';
import { Authorizer } from '../../../authorization/authorizer.js';
import type { RequestOrigin } from '../../../types/register.js';
import type { RequestContext } from '../../../authorization/request-context.js';
import type { CompiledResource } from '../../../registry/compiled-resource.js';

/**
 * The sender of one message, with the rights of that user. Each message gets a new instance, so
 * that no decision is reused for another user or after a write.
 *
 * @contract C11.2
 */
export class Caller {
  readonly authorizer: Authorizer;
  private readonly endings: (() => void)[] = [];

  constructor(
    readonly user: object,
    readonly languages: readonly string[],
    readonly origin: RequestOrigin,
    /** The message as the MCP library represents it. */
    readonly context: ServerContext,
  ) {
    this.authorizer = new Authorizer(user);
  }

  requestContext(resource: CompiledResource): RequestContext {
    const { authorizer, languages, origin } = this;
    return {
      resource,
      authorizer,
      languages,
      origin,
      onEnd: (work) => void this.endings.push(work),
    };
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
