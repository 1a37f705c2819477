import { Injectable } from '@nestjs/common';
import { LazyModuleLoader } from '@nestjs/core';
import type { McpEndpoint } from '../protocol/mcp-endpoint.js';

/**
 * Loads the protocol on the first message, so that boot is faster and a service without agents uses
 * less memory.
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
