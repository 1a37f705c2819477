import { Module } from '@nestjs/common';
import { BodyReader } from './body-reader.js';
import { RecordAddresses } from './record-addresses.js';
import { RecordsController } from './records.controller.js';
import { ResourceGuard } from './resource.guard.js';

/** The records of every resource over HTTP. */
@Module({
  controllers: [RecordsController],
  providers: [ResourceGuard, BodyReader, RecordAddresses],
  exports: [BodyReader],
})
export class RecordsModule {}
