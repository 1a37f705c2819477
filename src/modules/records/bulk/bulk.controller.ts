import {
  Controller,
  Delete,
  HttpCode,
  Post,
  Req,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { acceptedLanguages } from '../../../http/requests/accepted-languages.js';
import { EnvelopeInterceptor } from '../../../http/envelope.interceptor.js';
import { FrameworkController } from '../../../http/errors/framework-controller.js';
import type { RecordsResult } from '../../../serialization/results.js';
import { ResourceGuard } from '../guards/resource.guard.js';
import { RouteOperation } from '../guards/route-operation.decorator.js';
import { BulkRecords } from './bulk-records.js';
import { BulkGuard, type BulkHttpRequest } from './bulk.guard.js';
import { WritesRecords } from '../guards/writes-records.decorator.js';

/** The endpoints that write many records of a resource at once. @contract C13.5 */
@FrameworkController()
@Controller(':resource/bulk')
@UseGuards(ResourceGuard, BulkGuard)
@UseInterceptors(EnvelopeInterceptor)
@WritesRecords()
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
