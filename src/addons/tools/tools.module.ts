import { Module } from '@nestjs/common';
import { ChallengeFilter } from './http/challenge.filter.js';
import { HostGuard } from './http/host.guard.js';
import { McpController } from './http/mcp.controller.js';
import { ProtectedResourceController } from './http/protected-resource.controller.js';
import { LazyTools } from './http/lazy-tools.js';
import { OwnMembers } from './own/own-members.js';
import { VerifyOwnMembers } from './verify-own-members.js';

/** Tools for agents, over MCP at the host's root. @contract C11 */
@Module({
  controllers: [McpController, ProtectedResourceController],
  providers: [HostGuard, ChallengeFilter, LazyTools, OwnMembers, VerifyOwnMembers],
})
export class ToolsModule {}
