import { Module } from '@nestjs/common';
import { BodyReader } from './body-reader.js';
import { RecordsController } from './records.controller.js';
import { ResourceGuard } from './resource.guard.js';

/** The records of every resource over HTTP. */
@Module({
  controllers: [RecordsController],
  providers: [ResourceGuard, BodyReader],
  exports: [BodyReader],
})
export class RecordsModule {}
