import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { RequestError } from '../../../base/errors/index.js';
import { malformedForm } from '../../../http/forms/malformed-form.js';
import { readMultipart, type MultipartBody } from '../../../http/forms/read-multipart.js';
import { unsupportedMediaType } from '../../../http/requests/unsupported-media-type.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import { parseObjectBody } from '../../../pipeline/request/parse-object-body.js';
import { IncomingFiles } from '../../../storage/incoming-files.js';
import { jsonBody, type WriteBody } from '../../../pipeline/validation/write-body.js';

/** Reads the bodies of writes, after the guards. @contract C4.1 */
@Injectable()
export class BodyReader {
  /** Forms that were read before their handler asked for them. */
  private readonly readAhead = new WeakMap<FastifyRequest, MultipartBody>();

  constructor(
    private readonly incoming: IncomingFiles,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  /**
   * Verifies the outer shape of a body before the record is read. Forms are read later. The body is
   * optional only for DELETE.
   *
   * @throws RequestError `unsupported_media_type`, `malformed_request` @contract C4.3
   */
  verifyShape(httpRequest: FastifyRequest): void {
    if (httpRequest.isMultipart()) return;
    if (httpRequest.routeOptions.config.form === 'only') throw missingForm(httpRequest);
    if (httpRequest.method !== 'DELETE' || httpRequest.body !== undefined)
      parseObjectBody(httpRequest.body);
  }

  json(httpRequest: FastifyRequest): WriteBody {
    return jsonBody(httpRequest.body);
  }

  /**
   * Reads a form, passes its fields and files to `work`, and then removes the files that were not
   * stored.
   *
   * @throws RequestError `unsupported_media_type` for anything but a form, `payload_too_large`,
   * `malformed_request`
   */
  async form<Result>(
    httpRequest: FastifyRequest,
    work: (body: WriteBody) => Promise<Result>,
  ): Promise<Result> {
    const known = this.readAhead.get(httpRequest);
    if (known) return work(formBody(known));
    return this.withForm(httpRequest, (form) => work(formBody(form)));
  }

  /**
   * Reads a form before its handler does, which then gets the same form. Throws like {@link form}.
   */
  async withForm<Result>(
    httpRequest: FastifyRequest,
    work: (form: MultipartBody) => Promise<Result>,
  ): Promise<Result> {
    if (!httpRequest.isMultipart()) throw missingForm(httpRequest);
    const form = await readMultipart(httpRequest, this.options.limits, this.incoming.open());
    this.readAhead.set(httpRequest, form);
    try {
      return await work(form);
    } finally {
      this.readAhead.delete(httpRequest);
      await form.discard();
    }
  }

  either<Result>(
    httpRequest: FastifyRequest,
    work: (body: WriteBody) => Promise<Result>,
  ): Promise<Result> {
    return httpRequest.isMultipart() ? this.form(httpRequest, work) : work(this.json(httpRequest));
  }
}

const formBody = ({ fields, files }: MultipartBody): WriteBody => ({
  form: true,
  texts: fields,
  files,
});

/** A missing body is malformed; any other body has the wrong media type. @contract C4.2 */
const missingForm = (httpRequest: FastifyRequest): RequestError =>
  httpRequest.headers['content-type'] === undefined
    ? malformedForm('The body must be multipart/form-data.')
    : unsupportedMediaType(httpRequest);
