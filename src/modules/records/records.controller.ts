import {
  Controller,
  Delete,
  Get,
  Header,
  HttpCode,
  Inject,
  Patch,
  Post,
  Put,
  Req,
  Res,
  UseGuards,
} from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { FrameworkController } from '../../http/framework-controller.js';
import { acceptedLanguages } from '../../http/accepted-languages.js';
import { JSON_TEXT } from '../../http/answer-headers.js';
import { TakesForm } from '../../http/multipart/takes-form.decorator.js';
import { queryStringOf } from '../../http/query-string-of.js';
import { Envelopes } from '../../operations/envelopes.js';
import { IndexRecords } from '../../operations/index-records.js';
import { QueryCatalogue } from '../../operations/query-catalogue.js';
import { ReadRecords } from '../../operations/read-records.js';
import { recordPathOf } from '../../operations/resource-path.js';
import type { Visit } from '../../operations/visit.js';
import type { WriteCall } from '../../operations/write-call.js';
import { WriteRecords } from '../../operations/write-records.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { parseObjectBody } from '../../request/parse-object-body.js';
import type { WriteBody } from '../../validation/write-body.js';
import { BodyReader } from './body-reader.js';
import { ResourceGuard, type ResourceHttpRequest } from './resource.guard.js';

/** The records of every resource. Answers are JSON texts already, which Fastify sends as they are. @contract C4 */
@FrameworkController()
@Controller(':resource')
@UseGuards(ResourceGuard)
export class RecordsController {
  constructor(
    private readonly records: ReadRecords,
    private readonly writes: WriteRecords,
    private readonly bodies: BodyReader,
    private readonly pages: IndexRecords,
    private readonly catalogue: QueryCatalogue,
    private readonly envelopes: Envelopes,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  @Get()
  @Header('Content-Type', JSON_TEXT)
  async index(@Req() request: ResourceHttpRequest): Promise<string> {
    return this.envelopes.page(await this.pages.index(readerOf(request), queryStringOf(request)));
  }

  /** What an index can be asked for. @contract C5.7 */
  @Get('filters')
  @Header('Content-Type', JSON_TEXT)
  async filters(@Req() request: ResourceHttpRequest): Promise<string> {
    return JSON.stringify({ data: await this.catalogue.describe(request.visit, queryStringOf(request)) });
  }

  @Get(':id')
  @Header('Content-Type', JSON_TEXT)
  async show(@Req() request: ResourceHttpRequest): Promise<string> {
    return this.envelopes.record(await this.records.show(request.visit, request.params.id, queryStringOf(request)));
  }

  /** A page of what a relation of a record leads to. @contract C5.1 */
  @Get(':id/:relation')
  @Header('Content-Type', JSON_TEXT)
  async related(@Req() request: ResourceHttpRequest): Promise<string> {
    const { id, relation } = request.params;
    return this.envelopes.page(await this.pages.related(readerOf(request), id, relation, queryStringOf(request)));
  }

  @Post()
  @TakesForm()
  @Header('Content-Type', JSON_TEXT)
  async store(@Req() request: ResourceHttpRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const stored = await this.bodies.either(request, (body) => this.writes.store(callOf(request, body)));
    reply.header('Location', recordPathOf(request.visit.resource, stored.key, this.options));
    return this.envelopes.record(stored);
  }

  @Put(':id')
  @Header('Content-Type', JSON_TEXT)
  update(@Req() request: ResourceHttpRequest): Promise<string> {
    return this.change(request, this.bodies.json(request), true);
  }

  @Patch(':id')
  @Header('Content-Type', JSON_TEXT)
  patch(@Req() request: ResourceHttpRequest): Promise<string> {
    return this.change(request, this.bodies.json(request), false);
  }

  /** A patch with files, which PUT and PATCH cannot carry. */
  @Post(':id')
  @TakesForm('only')
  @HttpCode(200)
  @Header('Content-Type', JSON_TEXT)
  upload(@Req() request: ResourceHttpRequest): Promise<string> {
    return this.bodies.form(request, (body) => this.change(request, body, false));
  }

  @Delete(':id')
  @HttpCode(204)
  async delete(@Req() request: ResourceHttpRequest): Promise<void> {
    if (request.body !== undefined) parseObjectBody(request.body);
    await this.writes.delete({ visit: request.visit, id: request.params.id, queryString: queryStringOf(request) });
  }

  private async change(request: ResourceHttpRequest, body: WriteBody, whole: boolean): Promise<string> {
    const call = { ...callOf(request, body), id: request.params.id, whole, operation: 'update' as const };
    return this.envelopes.record(await this.writes.update(call));
  }
}

/** Whoever reads, and the languages in which a refusal of a filter's value may be told. */
const readerOf = (request: ResourceHttpRequest): Visit => ({
  languages: acceptedLanguages(request),
  ...request.visit,
});

const callOf = (request: ResourceHttpRequest, body: WriteBody): WriteCall => ({
  visit: request.visit,
  queryString: queryStringOf(request),
  body,
  languages: acceptedLanguages(request),
});
