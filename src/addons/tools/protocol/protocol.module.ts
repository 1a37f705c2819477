import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { McpEndpoint } from './mcp-endpoint.js';
import { McpServers } from './mcp-servers.js';
import { PromptHandlers } from './prompt-handlers.js';
import { ResourceHandlers } from './resource-handlers.js';
import { ToolHandlers } from './tool-handlers.js';

export { McpEndpoint };

/** The MCP protocol. Loaded by `LazyTools`. */
@Module({
  imports: [CatalogueModule],
  providers: [McpEndpoint, McpServers, ToolHandlers, ResourceHandlers, PromptHandlers],
})
export class ProtocolModule {}
