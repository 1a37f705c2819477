import { Controller, Get, Header, Req, UseGuards } from '@nestjs/common';
import { queryStringOf } from '../../http/query-string-of.js';
import { Envelopes } from './envelopes.js';
import { ReadRecords } from './read-records.js';
import { ResourceGuard, type ResourceHttpRequest } from './resource.guard.js';

const JSON_TEXT = 'application/json; charset=utf-8';

/** The records of every resource. Answers are JSON texts already, which Fastify sends as they are. @contract C4 */
@Controller(':resource')
@UseGuards(ResourceGuard)
export class RecordsController {
  constructor(
    private readonly records: ReadRecords,
    private readonly envelopes: Envelopes,
  ) {}

  @Get()
  @Header('Content-Type', JSON_TEXT)
  async index(@Req() request: ResourceHttpRequest): Promise<string> {
    return this.envelopes.page(await this.records.index(request.reading, queryStringOf(request)));
  }

  @Get(':id')
  @Header('Content-Type', JSON_TEXT)
  async show(@Req() request: ResourceHttpRequest): Promise<string> {
    return this.envelopes.record(await this.records.show(request.reading, request.params.id, queryStringOf(request)));
  }
}
