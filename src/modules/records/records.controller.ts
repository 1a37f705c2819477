import {
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
import type { RequestContext } from '../../authorization/request-context.js';
import { acceptedLanguages } from '../../http/accepted-languages.js';
import { EnvelopeInterceptor } from '../../http/envelope.interceptor.js';
import { FrameworkController } from '../../http/framework-controller.js';
import { TakesForm } from '../../http/multipart/takes-form.decorator.js';
import { queryStringOf } from '../../http/query-string-of.js';
import { requestedFormat } from '../../http/requested-format.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import type { RecordPage, RecordResult } from '../../serialization/results.js';
import type { WriteBody } from '../../validation/write-body.js';
import { AbilityGuard, type AuthorizedHttpRequest } from './ability.guard.js';
import { BodyReader } from './body-reader.js';
import { ResourceOperations } from './operations/resource-operations.js';
import { IndexRecords } from './reading/index-records.js';
import { QueryCatalogue } from './reading/query-catalogue.js';
import { RecordAbility } from './record-ability.decorator.js';
import { SafeWrite } from './safe-writes/safe-write.decorator.js';
import { ResourceGuard, type ResourceHttpRequest } from './resource.guard.js';
import { recordPathOf } from './resource-path.js';

/** The endpoints for the records of every resource. @contract C4 */
@FrameworkController({ path: ':resource' })
@UseGuards(ResourceGuard, AbilityGuard)
export class RecordsController {
  constructor(
    private readonly operations: ResourceOperations,
    private readonly bodies: BodyReader,
    private readonly pages: IndexRecords,
    private readonly catalogue: QueryCatalogue,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  @Get()
  @UseInterceptors(EnvelopeInterceptor)
  index(@Req() request: ResourceHttpRequest): Promise<RecordPage> {
    return this.operations.index(readerOf(request), queryStringOf(request));
  }

  /** Returns the query parameters that the index supports. @contract C5.7 */
  @Get('filters')
  async filters(@Req() request: ResourceHttpRequest) {
    return { data: await this.catalogue.describe(request.context, queryStringOf(request)) };
  }

  @Get(':id')
  @RecordAbility('show')
  @UseInterceptors(EnvelopeInterceptor)
  show(@Req() { authorized }: AuthorizedHttpRequest<'show'>): Promise<RecordResult> {
    return this.operations.show(authorized);
  }

  /** Returns a page of the related records of one record. @contract C5.1 */
  @Get(':id/:relation')
  @UseInterceptors(EnvelopeInterceptor)
  related(@Req() request: ResourceHttpRequest): Promise<RecordPage> {
    const { id, relation } = request.params;
    return this.pages.related(readerOf(request), id, relation, queryStringOf(request));
  }

  @Post()
  @TakesForm()
  @RecordAbility('store')
  @SafeWrite()
  async store(
    @Req() request: AuthorizedHttpRequest<'store'>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RecordResult> {
    const languages = acceptedLanguages(request);
    const stored = await this.bodies.either(request, (body) =>
      this.operations.store(request.authorized, { body, languages }),
    );
    reply.header('Location', recordPathOf(request.context.resource, stored.key, this.options));
    return stored;
  }

  @Put(':id')
  @RecordAbility('update')
  @SafeWrite()
  update(@Req() request: AuthorizedHttpRequest<'update'>): Promise<RecordResult> {
    return this.change(request, this.bodies.json(request), true);
  }

  @Patch(':id')
  @RecordAbility('update')
  @SafeWrite()
  patch(@Req() request: AuthorizedHttpRequest<'update'>): Promise<RecordResult> {
    return this.change(request, this.bodies.json(request), false);
  }

  /** Updates a record from a form, which can contain files. PUT and PATCH do not accept forms. */
  @Post(':id')
  @TakesForm('only')
  @HttpCode(200)
  @RecordAbility('update')
  @SafeWrite()
  upload(@Req() request: AuthorizedHttpRequest<'update'>): Promise<RecordResult> {
    return this.bodies.form(request, (body) => this.change(request, body, false));
  }

  @Delete(':id')
  @HttpCode(204)
  @RecordAbility('delete')
  @SafeWrite()
  delete(@Req() { authorized }: AuthorizedHttpRequest<'delete'>): Promise<void> {
    return this.operations.delete(authorized);
  }

  private change(
    request: AuthorizedHttpRequest<'update'>,
    body: WriteBody,
    whole: boolean,
  ): Promise<RecordResult> {
    return this.operations.update(request.authorized, {
      body,
      whole,
      languages: acceptedLanguages(request),
    });
  }
}

/**
 * Returns the context of a list, with its format and the languages for messages about filter
 * values.
 */
function readerOf(request: ResourceHttpRequest): RequestContext {
  const format = requestedFormat(request);
  return { languages: acceptedLanguages(request), ...(format && { format }), ...request.context };
}
