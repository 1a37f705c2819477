import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext } from '../../../authorization/request-context.js';
import { RequestError } from '../../../errors/index.js';
import { DATABASE, type Database } from '../../../execution/database/database.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import { IdempotentWrites } from '../../idempotency/idempotent-writes.js';
import { digestOf } from '../../idempotency/request-digest.js';
import type { WrittenResponse } from '../../idempotency/written-response.js';
import type { Key } from '../../../types/register.js';
import { CallerRights } from './caller-rights.js';
import { ReplayedRecords } from './replayed-records.js';

/** What the endpoint or the tool of a write is called, such as its method and path. */
export type WritePlace = readonly string[];

/** What distinguishes writes with the same idempotency key. */
export interface WriteIdentity {
  /** Keys of different places are different keys. */
  readonly place: WritePlace;
  /** Must be equal for the same key: the query string and the body, or the arguments. */
  readonly content: readonly string[];
}

/** A response with data of a team's code, such as that of an action. */
export interface PlainResponse {
  /** The records that the write is about, as far as it names one. */
  readonly about: readonly Key[];
}

/** A write with an idempotency key. */
export interface KeyedWrite {
  /** Its resource is as the caller sees it. */
  readonly context: RequestContext;
  readonly key: string;
  readonly identity: WriteIdentity;
  /** What the response contains that no policy can be asked about; `null` for records only. */
  readonly plain: PlainResponse | null;
  readonly write: () => Promise<WrittenResponse>;
  /** Called before the response of an earlier call is returned. */
  readonly onReplay: () => void;
}

/** A write that was refused before it could begin. */
export interface RefusedWrite {
  readonly context: RequestContext;
  readonly key: string | null;
  readonly place: WritePlace;
  /** The records that it is about. */
  readonly keys: readonly Key[];
  readonly error: unknown;
}

/** Writes with an idempotency key. @contract C13.2 */
@Injectable()
export class KeyedWrites {
  private readonly userKey: string;

  constructor(
    @Inject(DATABASE) database: Database,
    @Inject(OPTIONS) { authentication }: ResolvedOptions,
    private readonly replayed: ReplayedRecords,
    private readonly rights: CallerRights,
    private readonly idempotent: IdempotentWrites,
  ) {
    const [key] = database.dataSource.getMetadata(authentication.user.entity).primaryColumns;
    this.userKey = key?.propertyName ?? '';
  }

  /**
   * Writes once for its key. After that, returns the first response.
   *
   * @throws RequestError `idempotency_in_progress`, `idempotency_key_reused`; `unauthorized` if the
   * caller may no longer see what the response contains
   */
  async once(call: KeyedWrite): Promise<WrittenResponse> {
    const { context, key, identity, plain, write, onReplay } = call;
    const keyed = {
      id: this.idOf(context, identity.place, key),
      request: digestOf(identity.content),
      // The errors of a rejection can contain values, which no policy can be asked about either.
      rightsFor: ({ status }: WrittenResponse) =>
        this.rights.digest(context, plain !== null || status >= 400),
    };
    const { response, isReplayed } = await this.idempotent.run(keyed, write);
    if (!isReplayed) return response;
    await this.replayed.verifyVisible(context, response.body, plain?.about ?? []);
    onReplay();
    return response;
  }

  /**
   * Whether a write that found no record had a response before, and its records are gone since: its
   * first call may have deleted them.
   */
  async hasResponse({ context, key, place, keys, error }: RefusedWrite): Promise<boolean> {
    if (!(error instanceof RequestError) || error.code !== 'not_found' || key === null)
      return false;
    if (!(await this.idempotent.hasResponse(this.idOf(context, place, key)))) return false;
    return !(await this.replayed.existAny(context.resource, keys));
  }

  private idOf({ authorizer: { user } }: RequestContext, place: WritePlace, key: string): string {
    const owner = String((user as Readonly<Record<string, unknown>>)[this.userKey]);
    return digestOf([owner, ...place, key]);
  }
}
