import { Global, Module } from '@nestjs/common';
import { BulkAuthorizer } from './bulk-authorizer.js';
import { BulkRecords } from './bulk-records.js';
import { BulkController } from './bulk.controller.js';
import { BulkGuard } from './bulk.guard.js';

/** Writes many records of a resource at once, over HTTP and by tools. @contract C13.5 */
@Global()
@Module({
  controllers: [BulkController],
  providers: [BulkAuthorizer, BulkGuard, BulkRecords],
  exports: [BulkAuthorizer, BulkRecords],
})
export class BulkModule {}
