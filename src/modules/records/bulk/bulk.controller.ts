import { Delete, HttpCode, Post, Req, UseGuards } from '@nestjs/common';
import { acceptedLanguages } from '../../../http/accepted-languages.js';
import { FrameworkController } from '../../../http/framework-controller.js';
import type { RecordsResult } from '../../../serialization/results.js';
import { ResourceGuard } from '../resource.guard.js';
import { RouteOperation } from '../route-operation.decorator.js';
import { SafeWrite } from '../safe-writes/safe-write.decorator.js';
import { BulkRecords } from './bulk-records.js';
import { BulkGuard, type BulkHttpRequest } from './bulk.guard.js';

/** The endpoints that write many records of a resource at once. @contract C13.5 */
@FrameworkController({ path: ':resource/bulk' })
@UseGuards(ResourceGuard, BulkGuard)
@SafeWrite()
export class BulkController {
  constructor(private readonly records: BulkRecords) {}

  @Post()
  @RouteOperation('store')
  store(@Req() request: BulkHttpRequest<'store'>): Promise<RecordsResult> {
    return this.records.store(request.authorized, acceptedLanguages(request));
  }

  @Post('update')
  @HttpCode(200)
  @RouteOperation('update')
  update(@Req() request: BulkHttpRequest<'update'>): Promise<RecordsResult> {
    return this.records.update(request.authorized, acceptedLanguages(request));
  }

  @Delete('delete')
  @HttpCode(204)
  @RouteOperation('delete')
  delete(@Req() { authorized }: BulkHttpRequest<'delete'>): Promise<void> {
    return this.records.delete(authorized);
  }
}
