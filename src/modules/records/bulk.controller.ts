import {
  Controller,
  Delete,
  HttpCode,
  Post,
  Req,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { EnvelopeInterceptor } from '../../http/envelope.interceptor.js';
import { FrameworkController } from '../../http/errors/framework-controller.js';
import type { RecordsResult } from '../../serialization/results.js';
import { AbilityGuard, type AuthorizedHttpRequest } from './guards/ability.guard.js';
import { RecordAbility } from './guards/record-ability.decorator.js';
import { ResourceGuard } from './guards/resource.guard.js';
import { WritesRecords } from './guards/writes-records.decorator.js';
import { ResourceOperations } from './operations/resource-operations.js';

/** The endpoints that write many records of a resource at once. @contract C13.5 */
@FrameworkController()
@Controller(':resource/bulk')
@UseGuards(ResourceGuard, AbilityGuard)
@UseInterceptors(EnvelopeInterceptor)
@WritesRecords()
export class BulkController {
  constructor(private readonly operations: ResourceOperations) {}

  @Post()
  @RecordAbility('storeMany')
  store(@Req() { authorized }: AuthorizedHttpRequest<'storeMany'>): Promise<RecordsResult> {
    return this.operations.storeMany(authorized);
  }

  @Post('update')
  @HttpCode(200)
  @RecordAbility('updateMany')
  update(@Req() { authorized }: AuthorizedHttpRequest<'updateMany'>): Promise<RecordsResult> {
    return this.operations.updateMany(authorized);
  }

  @Delete('delete')
  @HttpCode(204)
  @RecordAbility('deleteMany')
  delete(@Req() { authorized }: AuthorizedHttpRequest<'deleteMany'>): Promise<void> {
    return this.operations.delete(authorized);
  }
}
