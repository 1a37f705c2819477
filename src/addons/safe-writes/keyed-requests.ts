import { Inject, Injectable } from '@nestjs/common';
import { oncePer } from '../../base/once-per.js';
import { RequestError } from '../../base/errors/index.js';
import { DATABASE, type Database, type Transaction } from '../../database/connection/database.js';
import { pathOf } from '../../http/requests/public-path.js';
import { queryStringOf } from '../../http/requests/query-string-of.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { callerKey } from '../../registry/resources/caller-key.js';
import type { ResourceView } from '../../registry/resources/compiled-resource.js';
import { IdempotentWrites } from './idempotency/idempotent-writes.js';
import { digestOf, keyedDigestOf } from './idempotency/request-digest.js';
import type { WrittenResponse } from './idempotency/written-response.js';
import { ServiceSecrets } from './secrets/service-secrets.js';
import type { Key } from '../../base/types/register.js';
import type { ResourceHttpRequest } from '../../modules/records/guards/resource.guard.js';
import { VisibleRecords } from './visible-records.js';
import { termsOf } from './write-terms.js';

/** A request with an `Idempotency-Key`, and how to run it. */
export interface KeyedCall {
  readonly request: ResourceHttpRequest;
  readonly key: string;
  /** Returns what identifies the body. */
  readonly content: () => Promise<string>;
  /** Runs the request. */
  readonly write: (transaction: Transaction) => Promise<WrittenResponse>;
  /** Called before the response of an earlier request is returned. */
  readonly onReplay: () => void;
}

/** Requests with an `Idempotency-Key`. @contract C13.2 */
@Injectable()
export class KeyedRequests {
  private readonly keyOf: (user: object) => string;

  constructor(
    @Inject(DATABASE) { dataSource }: Database,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly secrets: ServiceSecrets,
    private readonly records: VisibleRecords,
    private readonly idempotent: IdempotentWrites,
  ) {
    this.keyOf = callerKey(dataSource, options.authentication.user);
  }

  /**
   * Runs the request once for its key. After that, returns the first response.
   *
   * @throws RequestError `idempotency_in_progress`, `idempotency_key_reused`; `unauthorized` if the
   * caller may no longer see what the response contains
   */
  async respond({ request, key, content, write, onReplay }: KeyedCall): Promise<WrittenResponse> {
    const { context } = request;
    const keyed = {
      id: this.idOf(request, key),
      // Bodies may contain passwords.
      request: keyedDigestOf(this.secrets.keyFor('idempotency'), [
        targetOf(request),
        await content(),
      ]),
      rights: rightsOf(context.resource.view),
    };
    const { response, isReplayed } = await this.idempotent.run(keyed, write);
    if (!isReplayed) return response;
    if (response.body !== null) await this.records.verifyVisible(context, response.body);
    onReplay();
    return response;
  }

  /**
   * Returns the error of a guard if the response to an earlier request may take its place: that one
   * found the records, and they are gone since, perhaps by its own work.
   *
   * @throws the error itself in every other case
   */
  async refusalOf(
    request: ResourceHttpRequest,
    error: unknown,
    keys: readonly Key[],
  ): Promise<RequestError> {
    if (!(error instanceof RequestError) || error.code !== 'not_found') throw error;
    const key = termsOf(request, this.options.safeWrites)?.idempotencyKey ?? null;
    if (key === null || !(await this.idempotent.hasResponse(this.idOf(request, key)))) throw error;
    if (await this.records.existAny(request.context.resource, keys)) throw error;
    return error;
  }

  private idOf({ user, method, raw }: ResourceHttpRequest, key: string): string {
    return digestOf([this.keyOf(user as object), method, decodedPath(raw.url ?? ''), key]);
  }
}

/** Returns the path of a URL, the same for every way to encode its segments. */
const decodedPath = (url: string): string =>
  pathOf(url)
    .split('/')
    .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
    .join('/');

const targetOf = (request: ResourceHttpRequest): string =>
  `${decodedPath(request.raw.url ?? '')}?${queryStringOf(request)}`;

/** Identifies what the caller sees of each resource. Callers with the same rights share a view. */
const rightsOf = oncePer((view: ResourceView): string =>
  digestOf(
    [...view.values()].flatMap(({ key, fields, relations }) => [
      key,
      [...fields.keys()].join(),
      [...relations.keys()].join(),
    ]),
  ),
);
