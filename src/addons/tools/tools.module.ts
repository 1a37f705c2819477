import { Module } from '@nestjs/common';
import { CatalogueModule } from './catalogue/catalogue.module.js';
import { ChallengeFilter } from './http/challenge.filter.js';
import { HostGuard } from './http/host.guard.js';
import { McpController } from './http/mcp.controller.js';
import { ProtectedResourceController } from './http/protected-resource.controller.js';
import { ProtocolLoader } from './http/protocol-loader.js';

/** Tools for agents, over MCP at the host's root. @contract C11 */
@Module({
  imports: [CatalogueModule],
  controllers: [McpController, ProtectedResourceController],
  providers: [HostGuard, ChallengeFilter, ProtocolLoader],
})
export class ToolsModule {}
