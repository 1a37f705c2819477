import { Inject, Injectable } from '@nestjs/common';
import {
  authorizeRecord,
  authorizeStore,
} from '../../../pipeline/authorization/authorize-write.js';
import {
  mayShow,
  showsEveryRecord,
  verifyShown,
} from '../../../pipeline/authorization/shown-records.js';
import type { RequestContext } from '../../../pipeline/authorization/request-context.js';
import { notDeleted } from '../../../pipeline/authorization/resolve-condition.js';
import type { ResolvedCondition } from '../../../pipeline/authorization/resolved-condition.js';
import { RequestError } from '../../../base/errors/index.js';
import { DATABASE, type Database } from '../../../database/connection/database.js';
import { EntityReader } from '../../../database/read/entity-reader.js';
import { RecordLoader, type FoundRecord } from '../../../database/read/record-loader.js';
import { RecordLocks } from '../../../database/write/record-locks.js';
import { getKey } from '../../../pipeline/request/parse-key.js';
import type { Key, ResourceRequest } from '../../../base/types/register.js';
import { BoundedReads } from './bounded-reads.js';
import { ReadRecords, type Planned } from './read-records.js';

/** A request for one record. */
export interface RecordCall {
  readonly context: RequestContext;
  /** The record's key from the path. */
  readonly id: string;
  readonly queryString: string;
}

/** A `show` that may run. */
export interface AuthorizedShow {
  readonly planned: Planned;
  readonly key: Key;
  /** The record's row, if the policy uses it; `null` if nothing was read yet. */
  readonly found: FoundRecord | null;
}

/** A `store` that may run. */
export interface AuthorizedStore {
  readonly context: RequestContext;
  readonly planned: Planned;
}

/** An `update` that may run. */
export interface AuthorizedUpdate {
  readonly context: RequestContext;
  readonly planned: Planned;
  readonly key: Key;
  /** The scope that must contain the record when it is locked. */
  readonly scope: ResolvedCondition;
  /** The record as the guard read it. */
  readonly before: object;
}

/** A `delete` that may run. */
export interface AuthorizedDelete {
  readonly context: RequestContext;
  readonly request: ResourceRequest;
  readonly key: Key;
  readonly scope: ResolvedCondition;
  /** The record as the guard read it; `null` if the policy does not use records. */
  readonly before: object | null;
}

/**
 * Checks the policy's `show`, `store`, `update` or `delete` before the operation runs, and returns
 * what it had to read. The guard calls it for HTTP; tools call it before the use case.
 *
 * The order of errors is that of C4.3: query parameters, then the record, then its policy.
 *
 * @contract C4.3, C4.4
 */
@Injectable()
export class RecordAuthorizer {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly reads: ReadRecords,
    private readonly loader: RecordLoader,
    private readonly locks: RecordLocks,
    private readonly entities: EntityReader,
    private readonly bounded: BoundedReads,
  ) {}

  /**
   * A policy without `show` needs no read: its scope is part of the statement that loads the
   * record.
   *
   * @throws RequestError `invalid_query`; `not_found`, also for a record that `show` refuses
   */
  async show({ context, id, queryString }: RecordCall): Promise<AuthorizedShow> {
    const { resource, authorizer } = context;
    const planned = await this.reads.plan(context, queryString, 'show', id);
    const key = getKey(id, resource.keyColumn);
    if (await showsEveryRecord(authorizer, resource)) return { planned, key, found: null };
    const plan = this.reads.planRecord(planned, key);
    return this.bounded.read(plan, planned.bounds, this.loader, async (bounds) => {
      const found = getFound(await this.loader.record(plan, bounds));
      const [shown] = await mayShow(authorizer, resource, this.entities.read(plan, [found.row]));
      if (!shown) throw new RequestError('not_found');
      return { planned: { ...planned, bounds }, key, found };
    });
  }

  /** @throws RequestError `invalid_query`, `unauthorized` */
  async store(context: RequestContext, queryString: string): Promise<AuthorizedStore> {
    const planned = await this.reads.plan(context, queryString, 'store', null);
    await authorizeStore(context.authorizer, context.resource);
    return { context, planned };
  }

  /** @throws RequestError `invalid_query`, `not_found`, `unauthorized` */
  update({ context, id, queryString }: RecordCall): Promise<AuthorizedUpdate> {
    return this.change(
      context,
      id,
      queryString,
      'update',
      context.authorizer.scope(context.resource),
    );
  }

  /**
   * Authorizes an update of the user's own record, even outside the scope.
   * @contract C3.2
   * @throws like {@link update}
   */
  updateProfile({ context, id, queryString }: RecordCall): Promise<AuthorizedUpdate> {
    return this.change(context, id, queryString, 'profile', notDeleted(context.resource));
  }

  /** @throws RequestError `invalid_query`, `not_found`, `unauthorized` */
  async delete({ context, id, queryString }: RecordCall): Promise<AuthorizedDelete> {
    const { resource, authorizer } = context;
    const request = this.reads.describeRequest(context, queryString, 'delete', id);
    const key = getKey(id, resource.keyColumn);
    const scope = authorizer.scope(resource);
    const ability = resource.policy.delete;
    const isUnseen =
      ability !== null && !ability.usesRecord && (await showsEveryRecord(authorizer, resource));
    if (isUnseen && (await ability.allows(authorizer.user, {})))
      return { context, request, key, scope, before: null };
    const before = getFound(await this.locks.find(this.database, resource, key, scope));
    await verifyShown(authorizer, resource, before);
    await authorizeRecord(authorizer, resource, 'delete', before);
    return { context, request, key, scope, before };
  }

  private async change(
    context: RequestContext,
    id: string,
    queryString: string,
    operation: 'update' | 'profile',
    scope: ResolvedCondition,
  ): Promise<AuthorizedUpdate> {
    const { resource, authorizer } = context;
    const planned = await this.reads.plan(context, queryString, operation, id);
    const key = getKey(id, resource.keyColumn);
    const before = getFound(await this.locks.find(this.database, resource, key, scope));
    if (operation !== 'profile') await verifyShown(authorizer, resource, before);
    await authorizeRecord(authorizer, resource, 'update', before);
    return { context, planned, key, scope, before };
  }
}

/** @throws RequestError `not_found` */
function getFound<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new RequestError('not_found');
  return found;
}
