import { Get, HttpCode, Patch, Post, Put, Req, UseGuards, UseInterceptors } from '@nestjs/common';
import { acceptedLanguages } from '../../http/accepted-languages.js';
import { SafeWrite } from '../records/safe-writes/safe-write.decorator.js';
import { VersionOf } from '../records/safe-writes/version-of.decorator.js';
import { EnvelopeInterceptor } from '../../http/envelope.interceptor.js';
import { FrameworkController } from '../../http/framework-controller.js';
import { TakesForm } from '../../http/multipart/takes-form.decorator.js';
import { queryStringOf } from '../../http/query-string-of.js';
import type { RecordResult } from '../../serialization/results.js';
import type { WriteBody } from '../../validation/write-body.js';
import { AbilityGuard, ownKeyOf, type AuthorizedHttpRequest } from '../records/ability.guard.js';
import { BodyReader } from '../records/body-reader.js';
import { ResourceOperations } from '../records/operations/resource-operations.js';
import { ReadRecords } from '../records/reading/read-records.js';
import { RecordAbility } from '../records/record-ability.decorator.js';
import type { ResourceHttpRequest } from '../records/resource.guard.js';
import { ProfileGuard } from './profile.guard.js';

/** The caller's own record, as a bare resource object. @spec Profile */
@FrameworkController({ path: 'profile' })
@UseGuards(ProfileGuard, AbilityGuard)
@VersionOf('caller')
export class ProfileController {
  constructor(
    private readonly records: ReadRecords,
    private readonly operations: ResourceOperations,
    private readonly bodies: BodyReader,
  ) {}

  @Get()
  @UseInterceptors(EnvelopeInterceptor)
  show(@Req() request: ResourceHttpRequest): Promise<RecordResult> {
    return this.records.profile(request.context, ownKeyOf(request), queryStringOf(request));
  }

  @Put()
  @RecordAbility('updateProfile')
  @SafeWrite()
  update(@Req() request: AuthorizedHttpRequest<'updateProfile'>): Promise<RecordResult> {
    return this.change(request, this.bodies.json(request), true);
  }

  @Patch()
  @RecordAbility('updateProfile')
  @SafeWrite()
  patch(@Req() request: AuthorizedHttpRequest<'updateProfile'>): Promise<RecordResult> {
    return this.change(request, this.bodies.json(request), false);
  }

  /** Updates like PATCH, with files: PUT and PATCH do not accept forms. */
  @Post()
  @TakesForm('only')
  @HttpCode(200)
  @RecordAbility('updateProfile')
  @SafeWrite()
  upload(@Req() request: AuthorizedHttpRequest<'updateProfile'>): Promise<RecordResult> {
    return this.bodies.form(request, (body) => this.change(request, body, false));
  }

  private change(
    request: AuthorizedHttpRequest<'updateProfile'>,
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
