import type { ServerContext } from '@modelcontextprotocol/server';
import { Authorizer } from '../../../authorization/authorizer.js';
import type { RequestOrigin } from '../../../types/register.js';
import type { RequestContext } from '../../../authorization/request-context.js';
import type { CompiledResource } from '../../../registry/compiled-resource.js';

/**
 * Who sends one message, with the rights of that user. Each message has one of its own, so that
 * nothing that was found out about one user, or before a write, answers another.
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
    /** The message as the protocol's library has it. */
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

  /** Frees what the message held, once it is answered. */
  end(): void {
    for (const work of this.endings.splice(0)) work();
  }

  /** Does the collection's gate let the user pass? @contract C4.4 */
  async mayEnter(resource: CompiledResource): Promise<boolean> {
    return this.authorizer.mayIndex(resource);
  }

  async mayStore(resource: CompiledResource): Promise<boolean> {
    return this.authorizer.mayStore(resource);
  }
}
