import { Injectable } from '@nestjs/common';
import { LazyModuleLoader } from '@nestjs/core';
import type { McpEndpoint } from '../protocol/mcp-endpoint.js';

/**
 * Loads the protocol for the first message: a start need not wait for it, nor a service that no
 * agent calls keep it.
 */
@Injectable()
export class ProtocolLoader {
  private loading: Promise<McpEndpoint> | undefined;

  constructor(private readonly modules: LazyModuleLoader) {}

  get endpoint(): Promise<McpEndpoint> {
    return (this.loading ??= this.load().catch((error: unknown) => {
      this.loading = undefined;
      throw error;
    }));
  }

  private async load(): Promise<McpEndpoint> {
    const { ProtocolModule, McpEndpoint } = await import('../protocol/protocol.module.js');
    const module = await this.modules.load(() => ProtocolModule, { logger: false });
    return module.get(McpEndpoint);
  }
}
