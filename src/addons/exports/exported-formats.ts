import { Readable } from 'node:stream';
import { Injectable, Logger, StreamableFile, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { addLinks } from '../../http/envelope.interceptor.js';
import { PageFormats } from '../../http/page-formats.js';
import { addVary } from '../../http/requests/add-vary.js';
import { queryStringOf } from '../../http/requests/query-string-of.js';
import {
  ReadsRecords,
  type RecordRead,
} from '../../modules/records/guards/reads-records.decorator.js';
import type { ListReader } from '../../modules/records/reading/index-records.js';
import { ResourceOperations } from '../../modules/records/operations/resource-operations.js';
import { RelatedRecords } from '../../modules/relations/related/related-records.js';
import type { RelatedHttpRequest } from '../../modules/relations/related/related.guard.js';
import { exportFormats, type ExportFormat } from '../../pipeline/describing/export-formats.js';
import type { RecordPage } from '../../serialization/results.js';
import { ExportReader } from './export-reader.js';
import { ExportWriter } from './export-writer.js';
import { ExportedPage } from './exported-page.js';
import { requestedFormat } from './requested-format.js';

type Reads = Readonly<
  Partial<
    Record<RecordRead, (httpRequest: RelatedHttpRequest, reader: ListReader) => Promise<RecordPage>>
  >
>;

/**
 * Responds with CSV or NDJSON to requests for a page of an index or of a relation that prefer it. The
 * first records are read before the response begins, so that most errors have their status and are
 * JSON. A later one breaks the connection, so that no file ends early unnoticed.
 *
 * @contract C17.3
 */
@Injectable()
export class ExportedFormats extends PageFormats {
  private readonly logger = new Logger('Exports');
  private readonly reads: Reads = {
    index: (httpRequest, reader) =>
      this.operations.index(httpRequest.context, queryStringOf(httpRequest), reader),
    related: ({ related }, reader) => this.related.page(related, reader),
  };

  constructor(
    private readonly reflector: Reflector,
    private readonly operations: ResourceOperations,
    private readonly related: RelatedRecords,
    private readonly reader: ExportReader,
    private readonly writer: ExportWriter,
  ) {
    super();
  }

  override respond(execution: ExecutionContext): Promise<unknown> | undefined {
    const http = execution.switchToHttp();
    const httpRequest = http.getRequest<RelatedHttpRequest>();
    const name = this.reflector.get(ReadsRecords, execution.getHandler()) as RecordRead | undefined;
    const read = name && this.reads[name];
    if (!read) return undefined;
    const reply = http.getResponse<FastifyReply>();
    addVary(reply, 'Accept');
    const format = requestedFormat(httpRequest);
    if (format === undefined) return undefined;
    const reader = this.reader.readerFor(httpRequest.context, format);
    return this.send(read(httpRequest, reader), format, reply);
  }

  private async send(
    reading: Promise<RecordPage>,
    format: ExportFormat,
    reply: FastifyReply,
  ): Promise<string | StreamableFile> {
    const page = await reading;
    const isStream = page instanceof ExportedPage;
    const body = isStream ? this.stream(page, format) : await this.writer.page(format, page);
    if (!isStream) addLinks(page, reply);
    const { contentType, fileEnding } = exportFormats[format];
    const { path } = page.page;
    const name = path.slice(path.lastIndexOf('/') + 1);
    reply.header('Content-Disposition', `attachment; filename="${name}.${fileEnding}"`);
    reply.type(contentType);
    return body;
  }

  private stream(first: ExportedPage, format: ExportFormat): StreamableFile {
    const stream = Readable.from(this.writer.all(format, first), { objectMode: false });
    stream.once('error', (error) => this.logger.error(error));
    return new StreamableFile(stream);
  }
}
