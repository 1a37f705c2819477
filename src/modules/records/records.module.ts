import { Global, Module, type Type } from '@nestjs/common';
import { AbilityGuard } from './ability.guard.js';
import { BodyReader } from './body-reader.js';
import { NestedWrites } from './nested/nested-writes.js';
import { ResourceOperations } from './operations/resource-operations.js';
import { PipelineModule } from './pipeline.module.js';
import { ExportRecords } from './exports/export-records.js';
import { BoundedReads } from './reading/bounded-reads.js';
import { ComputedValues } from './reading/computed-values.js';
import { FilterConditions } from './reading/filter-conditions.js';
import { FilterValues } from './reading/filter-values.js';
import { IndexRecords } from './reading/index-records.js';
import { ParentRecords } from './reading/parent-records.js';
import { QueryCatalogue } from './reading/query-catalogue.js';
import { ReadRecords } from './reading/read-records.js';
import { WrittenRecords } from './reading/written-records.js';
import { RecordMetaSources } from './reading/loaded-record-meta.js';
import { StoredImages } from './reading/stored-images.js';
import { Records } from './reading/records.js';
import { RecordAuthorizer } from './record-authorizer.js';
import { RecordsController } from './records.controller.js';
import { ResourceGuard } from './resource.guard.js';
import { RecordVersions } from './versions/record-versions.js';
import { BoundedWrites } from './safe-writes/bounded-writes.js';
import { CallerRights } from './safe-writes/caller-rights.js';
import { DryRuns } from './safe-writes/dry-runs.js';
import { KeyedRequests } from './safe-writes/keyed-requests.js';
import { KeyedWrites } from './safe-writes/keyed-writes.js';
import { ReplayedRecords } from './safe-writes/replayed-records.js';
import { RequiredVersions } from './safe-writes/required-versions.js';
import { SafeWriteInterceptor } from './safe-writes/safe-write.interceptor.js';
import { BodiesValidator } from './writing/bodies-validator.js';
import { SafeWrites } from './safe-writes/safe-writes.js';
import { ChangeTargets } from './writing/change-targets.js';
import { Effects } from './writing/effects.js';
import { RecordChanges } from './writing/record-changes.js';
import { RecordImages } from './writing/record-images.js';
import { ResourceEvents } from './writing/resource-events.js';
import { RuleContexts } from './writing/rule-contexts.js';
import { WriteRecordsAtOnce } from './writing/write-records-at-once.js';
import { WriteRecords } from './writing/write-records.js';

const reading: readonly Type[] = [
  BoundedReads,
  ComputedValues,
  ExportRecords,
  FilterConditions,
  FilterValues,
  IndexRecords,
  ParentRecords,
  QueryCatalogue,
  ReadRecords,
  WrittenRecords,
  RecordMetaSources,
  StoredImages,
  Records,
];

const writing: readonly Type[] = [
  BodiesValidator,
  ChangeTargets,
  NestedWrites,
  RecordChanges,
  RecordImages,
  ResourceEvents,
  RuleContexts,
  WriteRecords,
  WriteRecordsAtOnce,
];

const safeWrites: readonly Type[] = [
  BoundedWrites,
  CallerRights,
  DryRuns,
  Effects,
  KeyedRequests,
  KeyedWrites,
  ReplayedRecords,
  RequiredVersions,
  SafeWriteInterceptor,
  SafeWrites,
];

const shared = [
  ...reading,
  ...writing,
  ...safeWrites,
  AbilityGuard,
  BodyReader,
  RecordAuthorizer,
  RecordVersions,
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
  controllers: [RecordsController],
  providers: shared,
  exports: shared,
})
export class RecordsModule {}
