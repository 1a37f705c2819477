import {
  Inject,
  Injectable,
  Optional,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, map, tap, type Observable } from 'rxjs';
import { EnvelopeWriter } from '../serialization/envelope-writer.js';
import { linkHeader } from '../serialization/envelopes.js';
import { RecordPage, RecordResult, ResourceResult } from '../serialization/results.js';
import type { RequestContext } from '../pipeline/authorization/request-context.js';
import { addDeprecations } from './deprecation-headers.js';
import { PageFormats } from './page-formats.js';
import { isMatching } from './requests/is-matching.js';
import { setNotModified } from './requests/not-modified.js';
import { JSON_CONTENT_TYPE } from './hooks/set-response-headers.js';

/**
 * Writes the result that a controller returns into its envelope: meta flags, relationships and
 * pivots, as JSON text, which Fastify sends as it is. A result without a body becomes a 204. Other
 * values pass unchanged.
 *
 * A result with one record sets the header `ETag` to its version. To a read with this version in
 * `If-None-Match`, the response is 304.
 *
 * Where the client prefers a page in another format, `PageFormats` responds in place of the handler.
 * The headers of all formats contain the deprecated members that the request has used.
 *
 * A team's controller gets the same envelope by `@UseInterceptors(EnvelopeInterceptor)`.
 *
 * @contract C3, C13.1, C17.3, C17.7
 */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(
    private readonly writer: EnvelopeWriter,
    @Optional() @Inject(PageFormats) private readonly formats?: PageFormats,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = execution.switchToHttp();
    const response = this.respond(execution, next);
    const { context } = http.getRequest<{ readonly context?: RequestContext }>();
    const { deprecations } = context ?? {};
    if (!deprecations) return response;
    return response.pipe(tap(() => addDeprecations(deprecations, http.getResponse())));
  }

  private respond(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = this.formats?.respond(execution);
    if (response !== undefined) return from(response);
    return next.handle().pipe(
      map((result: unknown) => {
        if (!(result instanceof ResourceResult)) return result;
        const http = execution.switchToHttp();
        return this.send(result, http.getRequest(), http.getResponse());
      }),
    );
  }

  /** May return a promise: Nest awaits it. */
  private send(
    result: ResourceResult,
    httpRequest: FastifyRequest,
    reply: FastifyReply,
  ): string | undefined | Promise<string | undefined> {
    if (result instanceof RecordPage) addLinks(result, reply);
    const json = result.write(this.writer);
    if (json === null) {
      reply.code(204);
      return undefined;
    }
    if (result instanceof RecordResult && result.version !== undefined) {
      const tag = weakTag(result.version);
      reply.header('ETag', tag);
      if (isRead(httpRequest) && isMatching(httpRequest.headers['if-none-match'], tag))
        return notModified(reply, json);
    }
    reply.type(JSON_CONTENT_TYPE);
    return json;
  }
}

async function notModified(
  reply: FastifyReply,
  json: string | Promise<string>,
): Promise<undefined> {
  setNotModified(reply, { body: await json, type: JSON_CONTENT_TYPE });
}

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

/** A weak tag: responses with the same version may differ, in their relations for example. */
const weakTag = (version: string): string => `W/"${version}"`;

/** Sets the header `Link` of a page, in every format. @contract C17.4 */
export function addLinks({ description }: RecordPage, reply: FastifyReply): void {
  const links = linkHeader(description);
  if (links !== undefined) reply.header('link', links);
}
