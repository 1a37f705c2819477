import { Global, Logger, Module, type Provider } from '@nestjs/common';
import { DATABASE, type Database } from '../../database/connection/database.js';
import { dialects } from '../../database/engines/dialects.js';
import { EntityReader } from '../../database/read/entity-reader.js';
import { RecordLoader } from '../../database/read/record-loader.js';
import type { CorruptPlace } from '../../database/values/values.js';
import { StoredSchema } from '../../database/schema/stored-schema.js';
import { CascadedRows } from '../../database/write/cascaded-rows.js';
import { ExactRows } from '../../database/write/exact-rows.js';
import { RecordDeletion } from '../../database/write/record-deletion.js';
import { RowHooks } from '../../database/write/row-hooks.js';
import { RecordLocks } from '../../database/write/record-locks.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { ResourceRegistry } from '../../registry/resources/resource-registry.js';
import { ColumnWriters } from '../../serialization/column-writers.js';
import { DataWriter } from '../../serialization/data-writer.js';
import { EntityResources } from '../../serialization/entity-resources.js';
import { EnvelopeWriter } from '../../serialization/envelope-writer.js';
import { PivotRowWriter } from '../../serialization/pivot-row-writer.js';
import { Serializer } from '../../serialization/serializer.js';

/** Logs the location of a value that does not fit its column, without the value. */
const reportCorrupt = ({ resource, key, column, wanted }: CorruptPlace): void =>
  new Logger('Records').warn(
    `The column ${column} of ${resource} ${key} does not contain a valid ${wanted}; it is returned as null.`,
  );

function entityResources({ dataSource }: Database, registry: ResourceRegistry): EntityResources {
  return new EntityResources({
    findByEntity: (entity) => registry.findByEntity(entity),
    isEntity: (type) => dataSource.hasMetadata(type),
  });
}

const stages: readonly Provider[] = [
  {
    provide: RecordLoader,
    inject: [DATABASE],
    useFactory: (database: Database) => RecordLoader.on(database),
  },
  { provide: EntityReader, useFactory: () => new EntityReader(reportCorrupt) },
  {
    provide: ColumnWriters,
    inject: [ResourceRegistry],
    useFactory: (registry: ResourceRegistry) =>
      new ColumnWriters((key) => registry.find(key) !== undefined, reportCorrupt),
  },
  {
    provide: Serializer,
    inject: [ColumnWriters],
    useFactory: (columns: ColumnWriters) => new Serializer(columns),
  },
  {
    provide: EnvelopeWriter,
    inject: [Serializer],
    useFactory: (serializer: Serializer) =>
      new EnvelopeWriter(serializer, new PivotRowWriter(reportCorrupt)),
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
    useFactory: (database: Database, entities: EntityReader) =>
      new RecordLocks(dialects[database.dialect], entities),
  },
  {
    provide: ExactRows,
    inject: [StoredSchema, DATABASE],
    useFactory: (schema: StoredSchema, { dialect }: Database) =>
      new ExactRows(schema, dialects[dialect]),
  },
  {
    provide: CascadedRows,
    inject: [StoredSchema, ExactRows],
    useFactory: (schema: StoredSchema, exact: ExactRows) => new CascadedRows(schema, exact),
  },
  { provide: RowHooks, useFactory: () => new RowHooks() },
  {
    provide: RecordDeletion,
    inject: [DATABASE, EntityReader, ResourceRegistry, ExactRows, CascadedRows, RowHooks, OPTIONS],
    useFactory: (
      database: Database,
      entities: EntityReader,
      registry: ResourceRegistry,
      exact: ExactRows,
      cascaded: CascadedRows,
      hooks: RowHooks,
      { safeWrites }: ResolvedOptions,
    ) =>
      new RecordDeletion(
        dialects[database.dialect],
        entities,
        () => registry.resources,
        exact,
        cascaded,
        hooks,
        safeWrites.undo,
      ),
  },
];

/**
 * The stages of the pipeline that depend on the database and the registry, for the use cases of
 * every feature.
 */
@Global()
@Module({ providers: [...stages], exports: [...stages] as never[] })
export class PipelineModule {}
