import { Inject, Injectable } from '@nestjs/common';
import { pathOf } from '../../../http/public-path.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import { digestOfForm } from '../../idempotency/request-digest.js';
import type { Key } from '../../../types/register.js';
import { parseKey } from '../../../request/parse-key.js';
import { BodyReader } from '../body-reader.js';
import type { ResourceHttpRequest } from '../resource.guard.js';
import { KeyedWrites, type WriteIdentity, type WritePlace } from './keyed-writes.js';
import { termsOf } from './write-terms.js';

/** A request whose guard may leave its error to the interceptor of safe writes. */
export interface RefusableRequest extends ResourceHttpRequest {
  /** The error of the guard, for an interceptor that finds no earlier response. */
  refusal?: Error;
}

/** HTTP requests with an `Idempotency-Key`. @contract C13.2 */
@Injectable()
export class KeyedRequests {
  constructor(
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly bodies: BodyReader,
    private readonly keyed: KeyedWrites,
  ) {}

  /**
   * Passes what identifies the request beside its idempotency key. A form is read before.
   * @throws RequestError the errors of a form
   */
  identified<Result>(
    request: ResourceHttpRequest,
    work: (identity: WriteIdentity) => Promise<Result>,
  ): Promise<Result> {
    const identity = (content: string): WriteIdentity => ({
      place: placeOf(request),
      content: [request.raw.url ?? '', content],
    });
    if (!request.isMultipart()) return work(identity(JSON.stringify(request.body ?? null)));
    return this.bodies.withForm(request, async (form) => work(identity(await digestOfForm(form))));
  }

  /**
   * Runs a guard's check. If it fails because the records of the request are gone, but the request
   * had a response before, the error becomes the request's `refusal`: its first call may have
   * deleted the records.
   *
   * @param keysOf returns the keys in the request; called only after a failure
   * @throws the error of the check for all other requests
   */
  async orReplay(
    request: RefusableRequest,
    check: () => Promise<void>,
    keysOf: () => readonly Key[],
  ): Promise<void> {
    try {
      await check();
    } catch (error) {
      const key = termsOf(request.headers, this.options.safeWrites)?.idempotencyKey ?? null;
      const { context } = request;
      const place = placeOf(request);
      const keys = keysOf();
      if (!(await this.keyed.hasResponse({ context, key, place, keys, error }))) throw error;
      request.refusal = error as Error;
    }
  }
}

/** Returns the key in the path of a request, unless it cannot be one. */
export function keysInPath({ params, context }: ResourceHttpRequest): readonly Key[] {
  const key = parseKey(params.id ?? '', context.resource.keyColumn);
  return key === undefined ? [] : [key];
}

const placeOf = ({ method, raw }: ResourceHttpRequest): WritePlace => [
  method,
  pathOf(raw.url ?? ''),
];
