import { Injectable } from '@nestjs/common';
import { LazyModuleLoader } from '@nestjs/core';
import { loadProviderOnce } from '../../../base/load-once.js';
import type { ToolCatalogue } from '../catalogue/tool-catalogue.js';
import type { McpEndpoint } from '../protocol/mcp-endpoint.js';

/** The tools and their protocol, which are loaded for the first message of an agent. */
@Injectable()
export class LazyTools {
  /** Also loaded at boot, to verify the tools of an application that has its own. */
  readonly catalogue: () => Promise<ToolCatalogue>;
  readonly endpoint: () => Promise<McpEndpoint>;

  constructor(modules: LazyModuleLoader) {
    this.catalogue = loadProviderOnce(modules, async () => {
      const { CatalogueModule, ToolCatalogue } = await import('../catalogue/catalogue.module.js');
      return { module: CatalogueModule, provider: ToolCatalogue };
    });
    this.endpoint = loadProviderOnce(modules, async () => {
      const { ProtocolModule, McpEndpoint } = await import('../protocol/protocol.module.js');
      return { module: ProtocolModule, provider: McpEndpoint };
    });
  }
}
