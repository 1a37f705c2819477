import { Inject, Injectable } from '@nestjs/common';
import { authorizeRecord, authorizeStore } from '../../authorization/authorize-write.js';
import { mayShow, showsUnseen, verifyShown } from '../../authorization/shown-records.js';
import type { Visit } from '../../authorization/request-context.js';
import { notDeleted } from '../../authorization/resolve-condition.js';
import type { ResolvedCondition } from '../../authorization/resolved-condition.js';
import { RequestError } from '../../errors/index.js';
import { DATABASE, type Database } from '../../execution/database/database.js';
import { EntityReader } from '../../execution/entity-reader.js';
import { RecordLoader, type FoundRecord } from '../../execution/record-loader.js';
import { RecordLocks } from '../../execution/writes/record-locks.js';
import { getKey } from '../../request/parse-key.js';
import type { Key, ResourceRequest } from '../../types/register.js';
import { BoundedReads } from './reading/bounded-reads.js';
import { ReadRecords, type Planned } from './reading/read-records.js';

/** A record that a path names, and what the query asks to see of it. */
export interface RecordCall {
  readonly visit: Visit;
  /** The record's key, as the path contains it. */
  readonly id: string;
  /** The text behind `?`. */
  readonly queryString: string;
}

/** A `show` that may run. */
export interface AuthorizedShow {
  readonly planned: Planned;
  readonly key: Key;
  /** The record's row where the policy had to look at it; `null`: nothing was read yet. */
  readonly found: FoundRecord | null;
}

/** A `store` that may run. */
export interface AuthorizedStore {
  readonly visit: Visit;
  readonly planned: Planned;
}

/** A change of a record that may run. */
export interface AuthorizedUpdate {
  readonly visit: Visit;
  readonly planned: Planned;
  readonly key: Key;
  /** The rows that the record must be among when it is locked. */
  readonly scope: ResolvedCondition;
  /** The record as the guard read it. */
  readonly before: object;
}

/** A `delete` that may run. */
export interface AuthorizedDelete {
  readonly visit: Visit;
  readonly request: ResourceRequest;
  readonly key: Key;
  readonly scope: ResolvedCondition;
  /** The record as the guard read it; `null` where the policy does not look at records. */
  readonly before: object | null;
}

/**
 * Asks the policy's `show`, `store`, `update` or `delete` before the operation runs, and hands on
 * what it had to read for that. The guard calls it over HTTP; tools call it before they call the
 * use case.
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
   * @throws RequestError `invalid_query`; `not_found`, for a record that `show` refuses as well
   */
  async show({ visit, id, queryString }: RecordCall): Promise<AuthorizedShow> {
    const { resource, access } = visit;
    const planned = await this.reads.plan(visit, queryString, 'show', id);
    const key = getKey(id, resource.keyColumn);
    if (await showsUnseen(access, resource)) return { planned, key, found: null };
    const plan = { key, ...planned.plan };
    return this.bounded.read(plan, planned.bounds, this.loader, async (bounds) => {
      const found = getFound(await this.loader.record(plan, bounds));
      const [shown] = await mayShow(access, resource, this.entities.read(plan, [found.row]));
      if (!shown) throw new RequestError('not_found');
      return { planned: { ...planned, bounds }, key, found };
    });
  }

  /** @throws RequestError `invalid_query`, `unauthorized` */
  async store(visit: Visit, queryString: string): Promise<AuthorizedStore> {
    const planned = await this.reads.plan(visit, queryString, 'store', null);
    await authorizeStore(visit.access, visit.resource);
    return { visit, planned };
  }

  /** @throws RequestError `invalid_query`, `not_found`, `unauthorized` */
  update({ visit, id, queryString }: RecordCall): Promise<AuthorizedUpdate> {
    return this.change(visit, id, queryString, 'update', visit.access.scope(visit.resource));
  }

  /**
   * The profile is the user's own record, even outside the scope.
   * @contract C3.2
   * @throws as {@link update}
   */
  updateProfile({ visit, id, queryString }: RecordCall): Promise<AuthorizedUpdate> {
    return this.change(visit, id, queryString, 'profile', notDeleted(visit.resource));
  }

  /** @throws RequestError `invalid_query`, `not_found`, `unauthorized` */
  async delete({ visit, id, queryString }: RecordCall): Promise<AuthorizedDelete> {
    const { resource, access } = visit;
    const request = this.reads.describeRequest(visit, queryString, 'delete', id);
    const key = getKey(id, resource.keyColumn);
    const scope = access.scope(resource);
    const gate = resource.policy.delete;
    const isUnseen = gate !== null && !gate.looks && (await showsUnseen(access, resource));
    if (isUnseen && (await gate.ask(access.user, {})))
      return { visit, request, key, scope, before: null };
    const before = getFound(await this.locks.find(this.database, resource, key, scope));
    await verifyShown(access, resource, before);
    await authorizeRecord(access, resource, 'delete', before);
    return { visit, request, key, scope, before };
  }

  private async change(
    visit: Visit,
    id: string,
    queryString: string,
    operation: 'update' | 'profile',
    scope: ResolvedCondition,
  ): Promise<AuthorizedUpdate> {
    const { resource, access } = visit;
    const planned = await this.reads.plan(visit, queryString, operation, id);
    const key = getKey(id, resource.keyColumn);
    const before = getFound(await this.locks.find(this.database, resource, key, scope));
    if (operation !== 'profile') await verifyShown(access, resource, before);
    await authorizeRecord(access, resource, 'update', before);
    return { visit, planned, key, scope, before };
  }
}

/** @throws RequestError `not_found` */
function getFound<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new RequestError('not_found');
  return found;
}
