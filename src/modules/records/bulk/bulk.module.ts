import { Module } from '@nestjs/common';
import { BulkAuthorizer } from './bulk-authorizer.js';
import { BulkRecords } from './bulk-records.js';
import { BulkController } from './bulk.controller.js';
import { BulkGuard } from './bulk.guard.js';
import { BulkValidator } from './bulk-validator.js';

/** Writes many records of a resource at once. @contract C13.5 */
@Module({
  controllers: [BulkController],
  providers: [BulkAuthorizer, BulkGuard, BulkRecords, BulkValidator],
})
export class BulkModule {}
