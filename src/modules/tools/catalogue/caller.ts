import type { ServerContext } from '@modelcontextprotocol/server';
import { Access } from '../../../authorization/access.js';
import type { RequestOrigin } from '../../../definition/register.js';
import type { Visit } from '../../../operations/visit.js';
import type { CompiledResource } from '../../../registry/compiled-resource.js';

/**
 * Who sends one message, with the rights of that user. Each message has one of its own, so that nothing that was found
 * out about one user, or before a write, answers another.
 *
 * @contract C11.2
 */
export class Caller {
  readonly access: Access;

  constructor(
    readonly user: object,
    readonly languages: readonly string[],
    readonly origin: RequestOrigin,
    /** The message as the protocol's library has it. */
    readonly context: ServerContext,
  ) {
    this.access = new Access(user);
  }

  visit(resource: CompiledResource): Visit {
    return { resource, access: this.access, languages: this.languages, origin: this.origin };
  }

  /** Does the collection's gate let the user pass? @contract C4.4 */
  async mayEnter(resource: CompiledResource): Promise<boolean> {
    return this.access.mayIndex(resource);
  }

  async mayStore(resource: CompiledResource): Promise<boolean> {
    return this.access.mayStore(resource);
  }
}
