import {
  Inject,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { DATABASE, type Database, type Transaction } from '../../database/connection/database.js';
import type { MultipartBody } from '../../http/forms/read-multipart.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { ActionAbility } from '../../modules/actions/action-ability.decorator.js';
import type { ActionHttpRequest } from '../../modules/actions/action.guard.js';
import { BodyReader } from '../../modules/records/guards/body-reader.js';
import type { ResourceHttpRequest } from '../../modules/records/guards/resource.guard.js';
import { WritesRecords } from '../../modules/records/guards/writes-records.decorator.js';
import { BoundedWrites } from './bounded-writes.js';
import { DryRuns } from './dry-runs.js';
import { KeyedRequests } from './keyed-requests.js';
import { RequiredVersions } from './required-versions.js';
import { verifyAction } from './verify-action.js';
import { onlyDemandVersions, termsOf, type WriteTerms } from './write-terms.js';
import type { WrittenResponse } from '../../http/errors/kept-responses.js';
import { applyResponse, preparedResponse } from './written-response.js';

/** A write, and its terms. */
interface WriteCall {
  readonly terms: WriteTerms;
  readonly httpRequest: ResourceHttpRequest;
  /** `null` for a JSON body. */
  readonly form: MultipartBody | null;
  readonly next: CallHandler;
}

/**
 * Runs a write under the terms of its headers: `If-Match`, `Idempotency-Key`, and the preferences
 * `tx=rollback` and `max-affected`. Requests without them pass unchanged, and so do those to
 * controllers that are not marked with `WritesRecords`.
 *
 * As an interceptor of the application, it runs outside of the one that writes the envelope, so that
 * a response is stored as it is sent. All transactions of the handler become parts of one, except
 * where an update or deletion compares versions itself.
 *
 * @contract C13
 */
@Injectable()
export class SafeWriteInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly bodies: BodyReader,
    private readonly versions: RequiredVersions,
    private readonly bounded: BoundedWrites,
    private readonly dryRuns: DryRuns,
    private readonly keyed: KeyedRequests,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = execution.switchToHttp();
    const httpRequest = http.getRequest<ResourceHttpRequest>();
    if (httpRequest.method === 'GET' || httpRequest.method === 'HEAD') return next.handle();
    if (!this.reflector.get(WritesRecords, execution.getClass())) return next.handle();
    const terms = termsOf(httpRequest, this.options.safeWrites);
    if (terms === null) return next.handle();
    if (onlyDemandVersions(terms) && this.versions.verifyAlong(terms, httpRequest))
      return next.handle();
    const run = (form: MultipartBody | null) =>
      this.run({ terms, httpRequest, form, next }, http.getResponse());
    if (this.reflector.get(ActionAbility, execution.getHandler()))
      verifyAction((httpRequest as ActionHttpRequest<'run'>).authorized, terms);
    return from(this.withBody(httpRequest, run));
  }

  /** Reads a form once, and keeps it for the transaction's next attempt. */
  private withBody<Result>(
    httpRequest: ResourceHttpRequest,
    run: (form: MultipartBody | null) => Promise<Result>,
  ): Promise<Result> {
    return httpRequest.isMultipart() ? this.bodies.withForm(httpRequest, run) : run(null);
  }

  /** @throws RequestError `malformed_request`, `precondition_failed`, and those of each step */
  private async run(call: WriteCall, reply: FastifyReply): Promise<string | undefined> {
    const { terms, httpRequest, next } = call;
    const handle = async () =>
      preparedResponse(reply, await lastValueFrom(next.handle(), { defaultValue: undefined }));
    const write = async (transaction: Transaction) => {
      await this.versions.verify(transaction, terms, httpRequest);
      return handle();
    };
    const response = await this.respond(call, write);
    return applyResponse(reply, response);
  }

  private async respond(
    { terms, httpRequest, form }: WriteCall,
    write: (transaction: Transaction) => Promise<WrittenResponse>,
  ): Promise<WrittenResponse> {
    const { isDryRun, maxAffected, idempotencyKey: key } = terms;
    const tallied = (transaction: Transaction) => this.bounded.run(terms, () => write(transaction));
    if (isDryRun) return this.dryRuns.run(httpRequest.context, tallied);
    const bounded = async (transaction: Transaction) => (await tallied(transaction)).response;
    const counted = maxAffected === null ? write : bounded;
    if (key === null) return this.database.together(counted);
    return this.keyed.respond({ httpRequest, key, form, write: counted });
  }
}
