import { Inject, Injectable } from '@nestjs/common';
import { authorizeRecord, authorizeStore } from '../../authorization/authorize-write.js';
import { mayShow, showsEveryRecord, verifyShown } from '../../authorization/shown-records.js';
import type { RequestContext } from '../../authorization/request-context.js';
import { notDeleted } from '../../authorization/resolve-condition.js';
import type { ResolvedCondition } from '../../authorization/resolved-condition.js';
import { RequestError } from '../../errors/index.js';
import { DATABASE, type Database } from '../../execution/database/database.js';
import { EntityReader } from '../../execution/entity-reader.js';
import { RecordLoader, type FoundRecord } from '../../execution/record-loader.js';
import { traceStage } from '../../execution/trace.js';
import { RecordLocks } from '../../execution/writes/record-locks.js';
import { withoutRecord } from '../../registry/takes-record.js';
import { getKey } from '../../request/parse-key.js';
import type { Key, ResourceRequest } from '../../types/register.js';
import { BoundedReads } from './reading/bounded-reads.js';
import { ReadRecords, type Planned } from './reading/read-records.js';

/** A request for one record. */
export interface RecordCall {
  readonly context: RequestContext;
  /** The record's key from the path. */
  readonly id: string;
  readonly queryString: string;
  /** Whether the record must exist before anything else happens; absent for no. */
  readonly reads?: boolean;
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
  /** The record as the guard read it; `null` if the policy does not use records. */
  readonly before: object | null;
  /** The version of its row; `null` if it was not read, or rows have no versions. */
  readonly version: string | null;
}

/** A write of a record that was read. */
export type OfReadRecord<Authorized extends AuthorizedUpdate | AuthorizedDelete> = Omit<
  Authorized,
  'before'
> & { readonly before: object };

/** A `delete` that may run. */
export interface AuthorizedDelete {
  readonly context: RequestContext;
  readonly request: ResourceRequest;
  readonly key: Key;
  readonly scope: ResolvedCondition;
  /** The record as the guard read it; `null` if the policy does not use records. */
  readonly before: object | null;
  /** The version of its row; `null` if it was not read, or rows have no versions. */
  readonly version: string | null;
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
      const read = () => this.loader.record(plan, bounds);
      const found = getFound(await traceStage('execute', read));
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
  update(call: RecordCall): Promise<AuthorizedUpdate> {
    const { authorizer, resource } = call.context;
    return this.change(call, 'update', authorizer.scope(resource));
  }

  /**
   * Authorizes an update of the user's own record, even outside the scope.
   * @contract C3.2
   * @throws like {@link update}
   */
  updateProfile(call: RecordCall): Promise<AuthorizedUpdate> {
    return this.change(call, 'profile', notDeleted(call.context.resource));
  }

  /** @throws RequestError `invalid_query`, `not_found`, `unauthorized` */
  async delete({ context, id, queryString }: RecordCall): Promise<AuthorizedDelete> {
    const { resource, authorizer } = context;
    const request = this.reads.describeRequest(context, queryString, 'delete', id);
    const key = getKey(id, resource.keyColumn);
    const scope = authorizer.scope(resource);
    const authorized: AuthorizedDelete = {
      context,
      request,
      key,
      scope,
      before: null,
      version: null,
    };
    if (await allowsUnread(context, 'delete')) return authorized;
    const read = await this.read(authorized);
    await verifyShown(authorizer, resource, read.before);
    await authorizeRecord(authorizer, resource, 'delete', read.before);
    return read;
  }

  /**
   * Reads the record if the policy did not need it.
   *
   * @throws RequestError `not_found`
   */
  async read<Authorized extends AuthorizedUpdate | AuthorizedDelete>(
    authorized: Authorized,
  ): Promise<OfReadRecord<Authorized>> {
    const { before, context, key, scope } = authorized;
    if (before) return authorized as OfReadRecord<Authorized>;
    const { record, version } = getFound(
      await this.locks.findVersion(this.database, context.resource, key, scope),
    );
    return { ...authorized, before: record, version } as OfReadRecord<Authorized>;
  }

  private async change(
    { context, id, queryString, reads = false }: RecordCall,
    operation: 'update' | 'profile',
    scope: ResolvedCondition,
  ): Promise<AuthorizedUpdate> {
    const { resource, authorizer } = context;
    const planned = await this.reads.plan(context, queryString, operation, id);
    const key = getKey(id, resource.keyColumn);
    const authorized: AuthorizedUpdate = {
      context,
      planned,
      key,
      scope,
      before: null,
      version: null,
    };
    if (!reads && (await allowsUnread(context, 'update'))) return authorized;
    const read = await this.read(authorized);
    if (operation !== 'profile') await verifyShown(authorizer, resource, read.before);
    await authorizeRecord(authorizer, resource, 'update', read.before);
    return read;
  }
}

/** Whether the policy allows the operation on every record of the scope. */
async function allowsUnread(
  { authorizer, resource }: RequestContext,
  operation: 'update' | 'delete',
): Promise<boolean> {
  const ability = resource.policy[operation];
  if (ability === null || ability.usesRecord) return false;
  return (
    (await showsEveryRecord(authorizer, resource)) &&
    (await ability.allows(authorizer.user, withoutRecord))
  );
}

/** @throws RequestError `not_found` */
function getFound<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new RequestError('not_found');
  return found;
}
