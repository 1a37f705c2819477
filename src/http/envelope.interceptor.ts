import { Readable } from 'node:stream';
import {
  Injectable,
  Logger,
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';
import { exportFormats, type ExportFormat } from '../request/export-format.js';
import { EnvelopeWriter } from '../serialization/envelope-writer.js';
import { linkHeader } from '../serialization/envelopes.js';
import { ExportWriter } from '../serialization/exports/export-writer.js';
import { RecordPage, RecordResult, ResourceResult } from '../serialization/results.js';
import { addVary } from './add-vary.js';
import { addDeprecations, type DeprecatingRequest } from './deprecation-headers.js';
import { JSON_CONTENT_TYPE } from './set-response-headers.js';

/**
 * Writes the result that a controller returns into its envelope: meta flags, relationships and
 * pivots, as JSON text, which Fastify sends as it is. A result without a body becomes a 204. Other
 * values pass unchanged.
 *
 * A result with one record sets the header `ETag` to its version. A page in another format than
 * JSON becomes a stream, which the client can read as slowly as it likes. Responses to requests
 * that use deprecated members say so in headers.
 *
 * A team's controller gets the same envelope by `@UseInterceptors(EnvelopeInterceptor)`.
 *
 * @contract C3, C13.1, C17.3, C17.6
 */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(
    private readonly writer: EnvelopeWriter,
    private readonly exports: ExportWriter,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    return next.handle().pipe(
      map((result: unknown) => {
        const reply = http.getResponse<FastifyReply>();
        const sent = result instanceof ResourceResult ? this.send(result, reply) : result;
        addDeprecations(http.getRequest<DeprecatingRequest>(), reply);
        return sent;
      }),
    );
  }

  /** May return a promise: Nest awaits it. */
  private send(
    result: ResourceResult,
    reply: FastifyReply,
  ): string | undefined | Promise<string> | StreamableFile {
    if (result instanceof RecordPage) {
      addVary(reply, 'Accept');
      addLinks(result, reply);
      if (result.exported) return this.stream(result, result.exported.format);
    }
    const json = result.write(this.writer);
    if (json === null) {
      reply.code(204);
      return undefined;
    }
    reply.type(JSON_CONTENT_TYPE);
    if (result instanceof RecordResult && result.version !== undefined)
      reply.header('ETag', weakTag(result.version));
    return json;
  }

  /**
   * A failure while records are sent breaks the connection, so that no file ends early unnoticed.
   */
  private stream(page: RecordPage, format: ExportFormat): StreamableFile {
    const { contentType: type, fileEnding } = exportFormats[format];
    const stream = Readable.from(this.exports.write(page), { objectMode: false });
    stream.once('error', (error) => logger.error(error));
    const name = page.page.path.slice(page.page.path.lastIndexOf('/') + 1);
    return new StreamableFile(stream, {
      type,
      disposition: `attachment; filename="${name}.${fileEnding}"`,
    });
  }
}

const logger = new Logger('Exports');

/** A weak tag: responses with the same version may differ, in their relations for example. */
const weakTag = (version: string): string => `W/"${version}"`;

/** @contract C17.4 */
function addLinks({ description }: RecordPage, reply: FastifyReply): void {
  const links = linkHeader(description);
  if (links !== undefined) reply.header('link', links);
}
