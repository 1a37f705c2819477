import { Global, Module, type Type } from '@nestjs/common';
import { AbilityGuard } from './guards/ability.guard.js';
import { BodyReader } from './guards/body-reader.js';
import { ResourceOperations } from './operations/resource-operations.js';
import { PipelineModule } from './pipeline.module.js';
import { BoundedReads } from './reading/bounded-reads.js';
import { ComputedValues } from './reading/computed-values.js';
import { FilterConditions } from './reading/filter-conditions.js';
import { FilterValues } from './reading/filter-values.js';
import { IndexRecords } from './reading/index-records.js';
import { ReadPlans } from './reading/read-plans.js';
import { QueryCatalogue } from './reading/query-catalogue.js';
import { ReadRecords } from './reading/read-records.js';
import { RecordMetaSources } from './reading/loaded-record-meta.js';
import { StoredImages } from './reading/stored-images.js';
import { Records } from './reading/records.js';
import { WrittenRecords } from './reading/written-records.js';
import { RecordAuthorizer } from './authorizing/record-authorizer.js';
import { BulkController } from './bulk.controller.js';
import { RecordsController } from './records.controller.js';
import { ResourceGuard } from './guards/resource.guard.js';
import { BodyValidator } from './writing/body-validator.js';
import { ChangeTargets } from './writing/change-targets.js';
import { DeleteRecords } from './writing/delete-records.js';
import { Effects } from './writing/effects.js';
import { RecordChanges } from './writing/record-changes.js';
import { RecordImages } from './writing/record-images.js';
import { ResourceEvents } from './writing/resource-events.js';
import { KeptRows } from './lookups/kept-rows.js';
import { RuleContexts } from './lookups/rule-contexts.js';
import { StoreRecords } from './writing/store-records.js';
import { Transforms } from './writing/transforms.js';
import { UpdateRecords } from './writing/update-records.js';
import { WriteFaults } from './writing/write-faults.js';
import { WriteRecords } from './writing/write-records.js';
import { WriteShortcuts } from './writing/write-shortcuts.js';

const reading: readonly Type[] = [
  BoundedReads,
  ComputedValues,
  FilterConditions,
  FilterValues,
  IndexRecords,
  QueryCatalogue,
  ReadPlans,
  ReadRecords,
  RecordMetaSources,
  StoredImages,
  Records,
  WrittenRecords,
];

const writing: readonly Type[] = [
  BodyValidator,
  ChangeTargets,
  DeleteRecords,
  Effects,
  KeptRows,
  RecordChanges,
  RecordImages,
  ResourceEvents,
  RuleContexts,
  StoreRecords,
  Transforms,
  UpdateRecords,
  WriteFaults,
  WriteRecords,
  WriteShortcuts,
];

const shared = [
  ...reading,
  ...writing,
  AbilityGuard,
  BodyReader,
  RecordAuthorizer,
  ResourceGuard,
  ResourceOperations,
];

/**
 * Reads and writes the records of every resource. Other features and applications use its exported
 * providers.
 *
 * @contract C4
 */
@Global()
@Module({
  imports: [PipelineModule],
  controllers: [RecordsController, BulkController],
  providers: shared,
  exports: shared,
})
export class RecordsModule {}
