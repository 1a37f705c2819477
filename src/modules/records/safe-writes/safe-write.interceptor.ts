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
import { RequestError } from '../../../errors/index.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import { parseKey } from '../../../request/parse-key.js';
import type { Key, Operation } from '../../../types/register.js';
import {
  applyResponse,
  preparedResponse,
  type WrittenResponse,
} from '../../idempotency/written-response.js';
import { ownKeyOf } from '../ability.guard.js';
import { BodyReader } from '../body-reader.js';
import type { ResourceHttpRequest } from '../resource.guard.js';
import { RecordAbility } from '../record-ability.decorator.js';
import { RouteOperation } from '../route-operation.decorator.js';
import { KeyedRequests, type RefusableRequest } from './keyed-requests.js';
import { SafeWrites } from './safe-writes.js';
import { VersionOf } from './version-of.decorator.js';
import { termsOf, type WriteTerms } from './write-terms.js';

/** The operations whose responses contain records only, about which policies can be asked. */
const recordOperations: ReadonlySet<Operation> = new Set<Operation>(['store', 'update', 'delete']);

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
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly reflector: Reflector,
    private readonly writes: SafeWrites,
    private readonly keyed: KeyedRequests,
    private readonly bodies: BodyReader,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<RefusableRequest>();
    const terms = termsOf(request.headers, this.options.safeWrites);
    return terms === null ? next.handle() : from(this.run(terms, context, next));
  }

  /** @throws RequestError `malformed_request`, `precondition_failed`, and those of each step */
  private async run(
    terms: WriteTerms,
    context: ExecutionContext,
    next: CallHandler,
  ): Promise<string | undefined> {
    const http = context.switchToHttp();
    const request = http.getRequest<RefusableRequest>();
    const reply = http.getResponse<FastifyReply>();
    const recordKey = () => this.recordKey(context, request);
    const response = await this.bodies.withAnyForm(request, () =>
      this.writes.run({
        terms,
        context: request.context,
        recordKey,
        identified: (work) => this.keyed.identified(request, work),
        plain: this.returnsPlainData(context) ? { about: keysInPath(request) } : null,
        write: () => handle(request, reply, next),
        onReplay: () => void reply.header('Idempotency-Replayed', 'true'),
      }),
    );
    return applyResponse(reply, response);
  }

  /**
   * Whether the response contains more than records: what the code of a team returned, the keys of
   * a sync, or the conflicts of a revert.
   */
  private returnsPlainData(context: ExecutionContext): boolean {
    const places = [context.getHandler(), context.getClass()];
    const operation = this.reflector.getAllAndOverride(RouteOperation, places);
    const ability = this.reflector.get(RecordAbility, context.getHandler());
    return ability === undefined && !(operation && recordOperations.has(operation));
  }

  /** @throws RequestError `malformed_request`, `not_found` */
  private recordKey(context: ExecutionContext, request: RefusableRequest): Key {
    const places = [context.getHandler(), context.getClass()];
    const whose = this.reflector.getAllAndOverride(VersionOf, places) ?? 'path';
    if (whose === 'caller') return ownKeyOf(request);
    const [key] = whose === 'none' ? [] : keysInPath(request);
    if (key === undefined)
      throw new RequestError('malformed_request', {
        errors: { 'If-Match': ['If-Match is only allowed in requests about one record.'] },
      });
    return key;
  }
}

/** Returns the key of the path's record, if the path has one. @throws RequestError `not_found` */
function keysInPath({ params, context: { resource } }: RefusableRequest): readonly Key[] {
  const { id } = params as Partial<ResourceHttpRequest['params']>;
  if (id === undefined) return [];
  const key = parseKey(id, resource.keyColumn);
  if (key === undefined) throw new RequestError('not_found');
  return [key];
}

/** @throws the guard's error if the earlier response, which it expected, is gone since */
async function handle(
  { refusal }: RefusableRequest,
  reply: FastifyReply,
  next: CallHandler,
): Promise<WrittenResponse> {
  if (refusal) throw refusal;
  return preparedResponse(reply, await lastValueFrom(next.handle(), { defaultValue: undefined }));
}
