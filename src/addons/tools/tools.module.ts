import { Module } from '@nestjs/common';
import { ActionsModule } from '../../modules/actions/actions.module.js';
import { RecordsModule } from '../../modules/records/records.module.js';
import { RelationsModule } from '../../modules/relations/relations.module.js';
import { ActionTools } from './catalogue/action-tools.js';
import { PivotTools } from './catalogue/pivot-tools.js';
import { ReadTools } from './catalogue/read-tools.js';
import { ToolCatalogue } from './catalogue/tool-catalogue.js';
import { WriteTools } from './catalogue/write-tools.js';
import { DefinitionResources } from './definitions/definition-resources.js';
import { DefinitionDocuments } from './definitions/definition-documents.js';
import { ChallengeFilter } from './http/challenge.filter.js';
import { HostGuard } from './http/host.guard.js';
import { McpController } from './http/mcp.controller.js';
import { RunningCalls } from './protocol/running-calls.js';
import { ProtectedResourceController } from './http/protected-resource.controller.js';
import { ProtocolLoader } from './http/protocol-loader.js';
import { OwnArguments } from './own/own-arguments.js';
import { OwnMembers } from './own/own-members.js';
import { OwnTools } from './own/own-tools.js';
import { VerifyOwnMembers } from './catalogue/verify-own-members.js';
import { BodySchemas } from './schemas/body-schema.js';
import { QuerySchema } from './schemas/query-schema.js';

/** Tools for agents, over MCP at the host's root. @contract C11 */
@Module({
  imports: [RecordsModule, RelationsModule, ActionsModule],
  controllers: [McpController, ProtectedResourceController],
  providers: [
    ...[HostGuard, ChallengeFilter, ProtocolLoader, RunningCalls],
    ...[ToolCatalogue, ReadTools, WriteTools, PivotTools, ActionTools, QuerySchema, BodySchemas],
    ...[
      DefinitionResources,
      DefinitionDocuments,
      OwnMembers,
      OwnTools,
      OwnArguments,
      VerifyOwnMembers,
    ],
  ],
  exports: [ToolCatalogue, DefinitionResources, OwnMembers, RunningCalls],
})
export class ToolsModule {}
