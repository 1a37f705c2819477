import { Controller, Get, Req, UseGuards, UseInterceptors } from '@nestjs/common';
import { queryStringOf } from '../../http/query-string-of.js';
import { EnvelopeInterceptor } from './envelope.interceptor.js';
import { ReadRecords, type FoundPage, type FoundRecords } from './read-records.js';
import { ResourceGuard, type ResourceHttpRequest } from './resource.guard.js';

/** The records of every resource. @contract C4 */
@Controller(':resource')
@UseGuards(ResourceGuard)
@UseInterceptors(EnvelopeInterceptor)
export class RecordsController {
  constructor(private readonly records: ReadRecords) {}

  @Get()
  index(@Req() request: ResourceHttpRequest): Promise<FoundPage> {
    return this.records.index(request.reading, queryStringOf(request));
  }

  @Get(':id')
  show(@Req() request: ResourceHttpRequest): Promise<FoundRecords> {
    return this.records.show(request.reading, request.params.id, queryStringOf(request));
  }
}
