import { Module } from '@nestjs/common';
import { ActionsModule } from '../../../modules/actions/actions.module.js';
import { RecordsModule } from '../../../modules/records/records.module.js';
import { RelationsModule } from '../../../modules/relations/relations.module.js';
import { DefinitionDocuments } from '../definitions/definition-documents.js';
import { DefinitionResources } from '../definitions/definition-resources.js';
import { OwnArguments } from '../own/own-arguments.js';
import { OwnMembers } from '../own/own-members.js';
import { OwnTools } from '../own/own-tools.js';
import { RunningCalls } from '../tool/running-calls.js';
import { ActionTools } from './action-tools.js';
import { PivotTools } from './pivot-tools.js';
import { ReadTools } from './read-tools.js';
import { ToolCatalogue } from './tool-catalogue.js';
import { WriteTools } from './write-tools.js';

export { ToolCatalogue };

/** What agents may list, read and call, independent of the protocol. Loaded by `LazyTools`. */
@Module({
  imports: [RecordsModule, RelationsModule, ActionsModule],
  providers: [
    ...[ToolCatalogue, ReadTools, WriteTools, PivotTools, ActionTools],
    ...[DefinitionResources, DefinitionDocuments, RunningCalls],
    ...[OwnMembers, OwnTools, OwnArguments],
  ],
  exports: [ToolCatalogue, DefinitionResources, OwnMembers, RunningCalls],
})
export class CatalogueModule {}
