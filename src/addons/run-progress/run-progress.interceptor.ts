import {
  Inject,
  Injectable,
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { Logger } from 'pino';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { LOGGER } from '../../base/logging/create-logger.js';
import { addDeprecations } from '../../http/deprecation-headers.js';
import { respondToError } from '../../http/errors/error.filter.js';
import { addVary } from '../../http/requests/add-vary.js';
import { preferencesOf } from '../../http/requests/preferences.js';
import { ActionAbility } from '../../modules/actions/action-ability.decorator.js';
import type { ActionHttpRequest } from '../../modules/actions/action.guard.js';
import { exportFormats } from '../../pipeline/describing/export-formats.js';
import { ProgressLines } from './progress-lines.js';

const { mediaType, contentType } = exportFormats.ndjson;

/**
 * Responds to a run over all records with a line per chunk, and a last line with the response, if the
 * client prefers NDJSON. Until the first chunk is done, the response is the usual one.
 *
 * @contract C6.10
 */
@Injectable()
export class RunProgressInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (this.reflector.get(ActionAbility, execution.getHandler()) !== 'run') return next.handle();
    const http = execution.switchToHttp();
    const httpRequest = http.getRequest<ActionHttpRequest<'run'>>();
    if (httpRequest.subject) return next.handle();
    const reply = http.getResponse<FastifyReply>();
    addVary(reply, 'Accept');
    if (!prefersLines(httpRequest) || isDryRun(httpRequest)) return next.handle();
    return from(this.respond(httpRequest, reply, next));
  }

  private async respond(
    httpRequest: ActionHttpRequest<'run'>,
    reply: FastifyReply,
    next: CallHandler,
  ): Promise<unknown> {
    const lines = new ProgressLines(reply);
    httpRequest.onProgress = (done) => lines.add(done);
    const running = lastValueFrom(next.handle(), { defaultValue: undefined });
    await Promise.race([lines.begun, running]);
    if (!lines.hasBegun) return running;
    const { deprecations } = httpRequest.context;
    if (deprecations) addDeprecations(deprecations, reply);
    // nginx would keep the lines until its buffer is full.
    reply.type(contentType).header('x-accel-buffering', 'no');
    void running.then(
      (body) => lines.end(reply.statusCode, body),
      (error: unknown) => {
        const { status, body } = respondToError(error, httpRequest, this.logger);
        lines.end(status, body);
      },
    );
    return new StreamableFile(lines.stream);
  }
}

/** Clients that accept anything get JSON. */
const prefersLines = ({ headers }: FastifyRequest): boolean =>
  /ndjson/i.test(headers.accept ?? '') &&
  new Negotiator({ headers }).mediaTypes(['application/json', mediaType])[0] === mediaType;

/** Its header `Preference-Applied` is known only at its end. */
const isDryRun = (httpRequest: FastifyRequest): boolean =>
  preferencesOf(httpRequest).get('tx') === 'rollback';
