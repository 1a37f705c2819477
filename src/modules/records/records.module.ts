import { Global, Logger, Module, type Provider } from '@nestjs/common';
import { DATABASE, type Database } from '../../execution/database/database.js';
import { EntityReader } from '../../execution/entity-reader.js';
import { RecordLoader } from '../../execution/record-loader.js';
import type { CompiledColumn } from '../../registry/compiled-resource.js';
import { Serializer } from '../../serialization/serializer.js';
import { Envelopes } from './envelopes.js';
import { ReadRecords } from './read-records.js';
import { RecordsController } from './records.controller.js';
import { VisibleRecords } from './visible-records.js';
import { ResourceGuard } from './resource.guard.js';

/** A value that cannot be read is answered as null, and told here. */
const reportCorrupt = ({ name, type }: CompiledColumn): void =>
  new Logger('Records').warn(`A value of the column ${name} is no ${type}; it is answered as null.`);

const stages: readonly Provider[] = [
  { provide: RecordLoader, inject: [DATABASE], useFactory: (database: Database) => new RecordLoader(database) },
  { provide: EntityReader, useFactory: () => new EntityReader(reportCorrupt) },
  { provide: Serializer, useFactory: () => new Serializer(reportCorrupt) },
];

/** Index and show of every resource; global, so that teams can inject {@link VisibleRecords}. */
@Global()
@Module({
  controllers: [RecordsController],
  providers: [...stages, ReadRecords, VisibleRecords, ResourceGuard, Envelopes],
  exports: [VisibleRecords],
})
export class RecordsModule {}
