import {
  Controller,
  Get,
  HttpCode,
  Patch,
  Post,
  Put,
  Req,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { EnvelopeInterceptor } from '../../http/envelope.interceptor.js';
import { FrameworkController } from '../../http/errors/framework-controller.js';
import { TakesForm } from '../../http/forms/takes-form.decorator.js';
import { queryStringOf } from '../../http/requests/query-string-of.js';
import type { RecordResult } from '../../serialization/results.js';
import type { WriteBody } from '../../pipeline/validation/write-body.js';
import {
  AbilityGuard,
  ownKeyOf,
  type AuthorizedHttpRequest,
} from '../records/guards/ability.guard.js';
import { BodyReader } from '../records/guards/body-reader.js';
import { ResourceOperations } from '../records/operations/resource-operations.js';
import { ReadRecords } from '../records/reading/read-records.js';
import { RecordAbility } from '../records/guards/record-ability.decorator.js';
import type { ResourceHttpRequest } from '../records/guards/resource.guard.js';
import { ProfileGuard } from './profile.guard.js';
import { WritesRecords } from '../records/guards/writes-records.decorator.js';

/** The caller's own record, as a bare resource object. @spec Profile */
@FrameworkController()
@Controller('profile')
@UseGuards(ProfileGuard, AbilityGuard)
@UseInterceptors(EnvelopeInterceptor)
@WritesRecords()
export class ProfileController {
  constructor(
    private readonly records: ReadRecords,
    private readonly operations: ResourceOperations,
    private readonly bodies: BodyReader,
  ) {}

  @Get()
  show(@Req() httpRequest: ResourceHttpRequest): Promise<RecordResult> {
    return this.records.profile(
      httpRequest.context,
      ownKeyOf(httpRequest),
      queryStringOf(httpRequest),
    );
  }

  @Put()
  @RecordAbility('updateProfile')
  update(@Req() httpRequest: AuthorizedHttpRequest<'updateProfile'>): Promise<RecordResult> {
    return this.change(httpRequest, this.bodies.json(httpRequest), true);
  }

  @Patch()
  @RecordAbility('updateProfile')
  patch(@Req() httpRequest: AuthorizedHttpRequest<'updateProfile'>): Promise<RecordResult> {
    return this.change(httpRequest, this.bodies.json(httpRequest), false);
  }

  /** Updates like PATCH, with files: PUT and PATCH do not accept forms. */
  @Post()
  @TakesForm('only')
  @HttpCode(200)
  @RecordAbility('updateProfile')
  upload(@Req() httpRequest: AuthorizedHttpRequest<'updateProfile'>): Promise<RecordResult> {
    return this.bodies.form(httpRequest, (body) => this.change(httpRequest, body, false));
  }

  private change(
    httpRequest: AuthorizedHttpRequest<'updateProfile'>,
    body: WriteBody,
    whole: boolean,
  ): Promise<RecordResult> {
    return this.operations.update(httpRequest.authorized, { body, whole });
  }
}
