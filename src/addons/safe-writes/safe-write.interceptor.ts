import {
  Inject,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { DATABASE, type Database, type Transaction } from '../../database/connection/database.js';
import type { MultipartBody } from '../../http/forms/read-multipart.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { canonical } from '../../rules/values/canonical.js';
import { digestOfForm } from './idempotency/request-digest.js';
import { BodyReader } from '../../modules/records/guards/body-reader.js';
import type { ResourceHttpRequest } from '../../modules/records/guards/resource.guard.js';
import { BoundedWrites } from './bounded-writes.js';
import { DryRuns, type TalliedResponse } from './dry-runs.js';
import { KeyedRequests } from './keyed-requests.js';
import { RequiredVersions } from './required-versions.js';
import { termsOf, type WriteTerms } from './write-terms.js';
import {
  applyResponse,
  preparedResponse,
  type WrittenResponse,
} from './idempotency/written-response.js';

/** A write, and its terms. */
interface WriteCall {
  readonly terms: WriteTerms;
  readonly request: ResourceHttpRequest;
  /** `null` for a JSON body. */
  readonly form: MultipartBody | null;
  readonly next: CallHandler;
}

/**
 * Runs a write under the terms of its headers: `If-Match`, `Idempotency-Key`, and the preferences
 * `tx=rollback` and `max-affected`. Requests without them pass unchanged.
 *
 * It runs outside of the interceptor that writes the envelope, so that a response is stored as it
 * is sent. All transactions of the handler become parts of one.
 *
 * @contract C13
 */
@Injectable()
export class SafeWriteInterceptor implements NestInterceptor {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly bodies: BodyReader,
    private readonly versions: RequiredVersions,
    private readonly bounded: BoundedWrites,
    private readonly dryRuns: DryRuns,
    private readonly keyed: KeyedRequests,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<ResourceHttpRequest>();
    if (request.method === 'GET' || request.method === 'HEAD') return next.handle();
    const terms = termsOf(request, this.options.safeWrites);
    if (terms === null) return next.handle();
    const run = (form: MultipartBody | null) =>
      this.run({ terms, request, form, next }, http.getResponse());
    // A form is read once, and kept for the transaction's next attempt.
    return from(request.isMultipart() ? this.bodies.withForm(request, run) : run(null));
  }

  /** @throws RequestError `malformed_request`, `precondition_failed`, and those of each step */
  private async run(call: WriteCall, reply: FastifyReply): Promise<string | undefined> {
    const { terms, request, next } = call;
    const handle = async () =>
      preparedResponse(reply, await lastValueFrom(next.handle(), { defaultValue: undefined }));
    const write = async (transaction: Transaction): Promise<TalliedResponse> => {
      if (request.refusal) throw request.refusal;
      await this.versions.verify(transaction, terms, request);
      return this.bounded.run(terms, handle);
    };
    const response = await this.respond(call, reply, write);
    return applyResponse(reply, response);
  }

  private async respond(
    { terms, request, form }: WriteCall,
    reply: FastifyReply,
    write: (transaction: Transaction) => Promise<TalliedResponse>,
  ): Promise<WrittenResponse> {
    if (terms.isDryRun) return this.dryRuns.run(request.context, write);
    const writeOnly = async (transaction: Transaction) => (await write(transaction)).response;
    if (terms.idempotencyKey === null) return this.database.together(writeOnly);
    return this.keyed.respond({
      request,
      key: terms.idempotencyKey,
      content: async () => (form ? digestOfForm(form) : canonical(request.body ?? null)),
      write: writeOnly,
      onReplay: () => void reply.header('Idempotency-Replayed', 'true'),
    });
  }
}
