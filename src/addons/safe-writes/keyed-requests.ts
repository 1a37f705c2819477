import { Inject, Injectable } from '@nestjs/common';
import { oncePer } from '../../base/once-per.js';
import { DATABASE, type Database, type Transaction } from '../../database/connection/database.js';
import { withoutQuery } from '../../http/requests/public-path.js';
import { queryStringOf } from '../../http/requests/query-string-of.js';
import type { MultipartBody } from '../../http/forms/read-multipart.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { canonical } from '../../rules/values/canonical.js';
import { callerKey, type CallerKey } from '../../registry/resources/caller-key.js';
import type { ResourceView } from '../../registry/resources/compiled-resource.js';
import { IdempotentWrites } from './idempotency/idempotent-writes.js';
import { digestOf, digestOfForm, keyedDigestOf } from './idempotency/request-digest.js';
import type { WrittenResponse } from '../../http/errors/kept-responses.js';
import { ServiceSecrets } from './secrets/service-secrets.js';
import type { ResourceHttpRequest } from '../../modules/records/guards/resource.guard.js';
import { VisibleRecords } from './visible-records.js';

/** A request with an `Idempotency-Key`, and how to run it. */
export interface KeyedCall {
  readonly httpRequest: ResourceHttpRequest;
  readonly key: string;
  /** `null` for a JSON body. */
  readonly form: MultipartBody | null;
  /** Runs the request. */
  readonly write: (transaction: Transaction) => Promise<WrittenResponse>;
}

/** Requests with an `Idempotency-Key`. @contract C13.2 */
@Injectable()
export class KeyedRequests {
  private readonly callerKey: CallerKey;

  constructor(
    @Inject(DATABASE) { dataSource }: Database,
    @Inject(OPTIONS) options: ResolvedOptions,
    private readonly secrets: ServiceSecrets,
    private readonly records: VisibleRecords,
    private readonly idempotent: IdempotentWrites,
  ) {
    this.callerKey = callerKey(dataSource, options.authentication.user);
  }

  /**
   * Runs the request once for its key. After that, returns the first response, marked as replayed.
   *
   * @throws RequestError `idempotency_in_progress`, `idempotency_key_reused`; `unauthorized` if the
   * caller may no longer see what the response contains
   */
  async respond({ httpRequest, key, form, write }: KeyedCall): Promise<WrittenResponse> {
    const { context } = httpRequest;
    const keyed = {
      id: this.idOf(httpRequest, key),
      // Bodies may contain passwords.
      digest: keyedDigestOf(this.secrets.keyFor('idempotency'), [
        targetOf(httpRequest),
        form ? await digestOfForm(form) : canonical(httpRequest.body ?? null),
      ]),
      rights: rightsOf(context.resource.view),
    };
    const { response, isReplayed } = await this.idempotent.run(keyed, write);
    if (!isReplayed) return response;
    if (response.body !== null) await this.records.verifyVisible(context, response.body);
    return { ...response, headers: { ...response.headers, 'Idempotency-Replayed': 'true' } };
  }

  /** Whether the first request with the key has a response. */
  isKept(httpRequest: ResourceHttpRequest, key: string): Promise<boolean> {
    return this.idempotent.hasResponse(this.idOf(httpRequest, key));
  }

  private idOf({ user, method, raw }: ResourceHttpRequest, key: string): string {
    return digestOf([this.callerKey(user), method, decodedPath(raw.url ?? ''), key]);
  }
}

/** Returns the path of a URL, the same for every way to encode its segments. */
const decodedPath = (url: string): string =>
  withoutQuery(url)
    .split('/')
    .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
    .join('/');

const targetOf = (httpRequest: ResourceHttpRequest): string =>
  `${decodedPath(httpRequest.raw.url ?? '')}?${queryStringOf(httpRequest)}`;

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
