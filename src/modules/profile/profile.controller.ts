import { Controller, Get, Header, HttpCode, Patch, Post, Put, Req, UseGuards } from '@nestjs/common';
import { FrameworkController } from '../../http/framework-controller.js';
import { acceptedLanguages } from '../../http/accepted-languages.js';
import { JSON_TEXT } from '../../http/answer-headers.js';
import { TakesForm } from '../../http/multipart/takes-form.decorator.js';
import { queryStringOf } from '../../http/query-string-of.js';
import { keyIn } from '../../operations/column-values.js';
import { Envelopes } from '../../operations/envelopes.js';
import { ReadRecords } from '../../operations/read-records.js';
import { WriteRecords } from '../../operations/write-records.js';
import type { WriteBody } from '../../validation/write-body.js';
import { BodyReader } from '../records/body-reader.js';
import { ProfileGuard, type ProfileHttpRequest } from './profile.guard.js';

/** The record of whoever asks, as a bare resource object. @spec Profile */
@FrameworkController()
@Controller('profile')
@UseGuards(ProfileGuard)
export class ProfileController {
  constructor(
    private readonly records: ReadRecords,
    private readonly writes: WriteRecords,
    private readonly bodies: BodyReader,
    private readonly envelopes: Envelopes,
  ) {}

  @Get()
  @Header('Content-Type', JSON_TEXT)
  async show(@Req() request: ProfileHttpRequest): Promise<string> {
    return this.envelopes.bare(await this.records.profile(request.visit, ownKey(request), queryStringOf(request)));
  }

  @Put()
  @Header('Content-Type', JSON_TEXT)
  update(@Req() request: ProfileHttpRequest): Promise<string> {
    return this.change(request, this.bodies.json(request), true);
  }

  @Patch()
  @Header('Content-Type', JSON_TEXT)
  patch(@Req() request: ProfileHttpRequest): Promise<string> {
    return this.change(request, this.bodies.json(request), false);
  }

  /** A patch with files, which PUT and PATCH cannot carry. */
  @Post()
  @TakesForm('only')
  @HttpCode(200)
  @Header('Content-Type', JSON_TEXT)
  upload(@Req() request: ProfileHttpRequest): Promise<string> {
    return this.bodies.form(request, (body) => this.change(request, body, false));
  }

  private async change(request: ProfileHttpRequest, body: WriteBody, whole: boolean): Promise<string> {
    const changed = await this.writes.update({
      visit: request.visit,
      queryString: queryStringOf(request),
      body,
      languages: acceptedLanguages(request),
      id: String(ownKey(request)),
      whole,
      operation: 'profile',
    });
    return this.envelopes.bare(changed);
  }
}

const ownKey = ({ user, visit }: ProfileHttpRequest) => keyIn(user as object, visit.resource);
