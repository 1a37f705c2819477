import { Controller, Get, Req, UseGuards, UseInterceptors } from '@nestjs/common';
import { EnvelopeInterceptor } from '../../../http/envelope.interceptor.js';
import { FrameworkController } from '../../../http/errors/framework-controller.js';
import type { RecordPage } from '../../../serialization/results.js';
import { ReadsRecords } from '../../records/guards/reads-records.decorator.js';
import { ResourceGuard } from '../../records/guards/resource.guard.js';
import { RelatedRecords } from './related-records.js';
import { RelatedGuard, type RelatedHttpRequest } from './related.guard.js';

/** The related records of one record, page by page. @contract C5.1 */
@FrameworkController()
@Controller(':resource/:id/:relation')
@UseGuards(ResourceGuard, RelatedGuard)
@UseInterceptors(EnvelopeInterceptor)
export class RelatedController {
  constructor(private readonly records: RelatedRecords) {}

  @Get()
  @ReadsRecords('related')
  page(@Req() { related }: RelatedHttpRequest): Promise<RecordPage> {
    return this.records.page(related);
  }
}
