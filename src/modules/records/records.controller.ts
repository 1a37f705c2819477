import {
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Patch,
  Post,
  Put,
  Req,
  Res,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { EnvelopeInterceptor } from '../../http/envelope.interceptor.js';
import { FrameworkController } from '../../http/errors/framework-controller.js';
import { TakesForm } from '../../http/forms/takes-form.decorator.js';
import { queryStringOf } from '../../http/requests/query-string-of.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import type { RecordPage, RecordResult } from '../../serialization/results.js';
import type { WriteBody } from '../../pipeline/validation/write-body.js';
import { AbilityGuard, type AuthorizedHttpRequest } from './guards/ability.guard.js';
import { BodyReader } from './guards/body-reader.js';
import { ResourceOperations } from './operations/resource-operations.js';
import { QueryCatalogue } from './reading/query-catalogue.js';
import { RecordAbility } from './guards/record-ability.decorator.js';
import { ReadsRecords } from './guards/reads-records.decorator.js';
import { ResourceGuard, type ResourceHttpRequest } from './guards/resource.guard.js';
import { recordPathOf } from './reading/resource-path.js';
import { WritesRecords } from './guards/writes-records.decorator.js';

/** The endpoints for the records of every resource. @contract C4 */
@FrameworkController()
@Controller(':resource')
@UseGuards(ResourceGuard, AbilityGuard)
@UseInterceptors(EnvelopeInterceptor)
@WritesRecords()
export class RecordsController {
  constructor(
    private readonly operations: ResourceOperations,
    private readonly bodies: BodyReader,
    private readonly catalogue: QueryCatalogue,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  @Get()
  @ReadsRecords('index')
  index(@Req() httpRequest: ResourceHttpRequest): Promise<RecordPage> {
    return this.operations.index(httpRequest.context, queryStringOf(httpRequest));
  }

  /** Returns the query parameters that the index supports. @contract C5.7 */
  @Get('filters')
  async filters(@Req() httpRequest: ResourceHttpRequest) {
    return { data: await this.catalogue.describe(httpRequest.context, queryStringOf(httpRequest)) };
  }

  @Get(':id')
  @ReadsRecords('show')
  @RecordAbility('show')
  show(@Req() { authorized }: AuthorizedHttpRequest<'show'>): Promise<RecordResult> {
    return this.operations.show(authorized);
  }

  @Post()
  @TakesForm()
  @RecordAbility('store')
  async store(
    @Req() httpRequest: AuthorizedHttpRequest<'store'>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RecordResult> {
    const stored = await this.bodies.either(httpRequest, (body) =>
      this.operations.store(httpRequest.authorized, body),
    );
    reply.header('Location', recordPathOf(httpRequest.context.resource, stored.key, this.options));
    return stored;
  }

  @Put(':id')
  @RecordAbility('update')
  update(@Req() httpRequest: AuthorizedHttpRequest<'update'>): Promise<RecordResult> {
    return this.change(httpRequest, this.bodies.json(httpRequest), true);
  }

  @Patch(':id')
  @RecordAbility('update')
  patch(@Req() httpRequest: AuthorizedHttpRequest<'update'>): Promise<RecordResult> {
    return this.change(httpRequest, this.bodies.json(httpRequest), false);
  }

  /** Updates a record from a form, which can contain files. PUT and PATCH do not accept forms. */
  @Post(':id')
  @TakesForm('only')
  @HttpCode(200)
  @RecordAbility('update')
  upload(@Req() httpRequest: AuthorizedHttpRequest<'update'>): Promise<RecordResult> {
    return this.bodies.form(httpRequest, (body) => this.change(httpRequest, body, false));
  }

  @Delete(':id')
  @HttpCode(204)
  @RecordAbility('delete')
  delete(@Req() { authorized }: AuthorizedHttpRequest<'delete'>): Promise<void> {
    return this.operations.delete(authorized);
  }

  private change(
    httpRequest: AuthorizedHttpRequest<'update'>,
    body: WriteBody,
    whole: boolean,
  ): Promise<RecordResult> {
    return this.operations.update(httpRequest.authorized, { body, whole });
  }
}
