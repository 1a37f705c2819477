import { Global, Module, type Provider } from '@nestjs/common';
import { DATABASE, type Database } from '../execution/database/database.js';
import { dialects } from '../execution/dialects/index.js';
import { EntityReader } from '../execution/entity-reader.js';
import { RecordLoader } from '../execution/record-loader.js';
import { RecordDeletion } from '../execution/writes/record-deletion.js';
import { RecordLocks } from '../execution/writes/record-locks.js';
import { OPTIONS, type ResolvedOptions } from '../options/resource-api-options.js';
import { ResourceRegistry } from '../registry/resource-registry.js';
import { DataWriter } from '../serialization/data-writer.js';
import { EntityResources } from '../serialization/entity-resources.js';
import { Serializer } from '../serialization/serializer.js';
import { ActionAnswers } from './action-answers.js';
import { ActionChanges } from './action-changes.js';
import { ActionChunks } from './action-chunks.js';
import { ActionRecords } from './action-records.js';
import { ActionTargets } from './action-targets.js';
import { ComputedValues } from './computed-values.js';
import { Envelopes } from './envelopes.js';
import { ListActions } from './list-actions.js';
import { PivotAnswers } from './pivot-answers.js';
import { PivotValidator } from './pivot-validator.js';
import { FilterConditions } from './filter-conditions.js';
import { FilterValues } from './filter-values.js';
import { FreePayloads } from './free-payloads.js';
import { IndexRecords } from './index-records.js';
import { ParentRecords } from './parent-records.js';
import { QueryCatalogue } from './query-catalogue.js';
import { ReadRecords } from './read-records.js';
import { RecordChanges } from './record-changes.js';
import { RecordSources } from './record-findings.js';
import { reportCorrupt } from './report-corrupt.js';
import { ResourceEvents } from './resource-events.js';
import { RuleContexts } from './rule-contexts.js';
import { RunAction } from './run-action.js';
import { RunAll } from './run-all.js';
import { RunObservers } from './run-observers.js';
import { RunStop } from './run-stop.js';
import { StoredImages } from './stored-images.js';
import { VisibleRecords } from './visible-records.js';
import { WritePivots } from './write-pivots.js';
import { WriteRecords } from './write-records.js';

function entityResources({ dataSource }: Database, registry: ResourceRegistry): EntityResources {
  return new EntityResources({
    findByEntity: (entity) => registry.findByEntity(entity),
    isEntity: (type) => dataSource.hasMetadata(type),
  });
}

const stages: readonly Provider[] = [
  { provide: RecordLoader, inject: [DATABASE], useFactory: (database: Database) => RecordLoader.on(database) },
  { provide: EntityReader, useFactory: () => new EntityReader(reportCorrupt) },
  {
    provide: Serializer,
    inject: [ResourceRegistry],
    useFactory: (registry: ResourceRegistry) =>
      new Serializer((key) => registry.find(key) !== undefined, reportCorrupt),
  },
  { provide: EntityResources, inject: [DATABASE, ResourceRegistry], useFactory: entityResources },
  {
    provide: DataWriter,
    inject: [EntityResources, OPTIONS],
    useFactory: (entities: EntityResources, { limits }: ResolvedOptions) =>
      new DataWriter(entities, limits.callableLength),
  },
  {
    provide: RecordLocks,
    inject: [DATABASE, EntityReader],
    useFactory: (database: Database, entities: EntityReader) => new RecordLocks(dialects[database.dialect], entities),
  },
  {
    provide: RecordDeletion,
    inject: [DATABASE, EntityReader, ResourceRegistry],
    useFactory: (database: Database, entities: EntityReader, registry: ResourceRegistry) =>
      new RecordDeletion(dialects[database.dialect], entities, () => registry.resources),
  },
];

const useCases: readonly Provider[] = [
  ComputedValues,
  StoredImages,
  RecordSources,
  ReadRecords,
  RuleContexts,
  WriteRecords,
  RecordChanges,
  ResourceEvents,
  WritePivots,
  PivotValidator,
  PivotAnswers,
  IndexRecords,
  ParentRecords,
  FilterConditions,
  FilterValues,
  QueryCatalogue,
  VisibleRecords,
  Envelopes,
  ListActions,
  RunAction,
  RunAll,
  RunObservers,
  RunStop,
  ActionChunks,
  ActionRecords,
  ActionChanges,
  ActionTargets,
  ActionAnswers,
  FreePayloads,
];

/** The use cases, a class an operation, and the stages that they string together. Every way in calls the same ones. */
@Global()
@Module({ providers: [...stages, ...useCases], exports: [...stages, ...useCases] as never[] })
export class OperationsModule {}
