import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext } from '../../../pipeline/authorization/request-context.js';
import { authorizeStore } from '../../../pipeline/authorization/authorize-write.js';
import {
  allowEach,
  mayShow,
  showsEveryRecord,
  shownOf,
  verifyShown,
} from '../../../pipeline/authorization/shown-records.js';
import { notDeleted } from '../../../pipeline/authorization/resolve-condition.js';
import type { ResolvedCondition } from '../../../pipeline/authorization/resolved-condition.js';
import { RequestError } from '../../../base/errors/index.js';
import { enterStage } from '../../../base/work-trace.js';
import { whenKnown, type Eventual } from '../../../base/when-known.js';
import {
  DATABASE,
  type Database,
  type Transaction,
} from '../../../database/connection/database.js';
import { EntityReader } from '../../../database/read/entity-reader.js';
import { RecordLoader } from '../../../database/read/record-loader.js';
import { RecordLocks, type FoundRow } from '../../../database/write/record-locks.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import { getKey } from '../../../pipeline/request/parse-key.js';
import type { WriteBody } from '../../../pipeline/validation/write-body.js';
import {
  bulkOperationsOf,
  type BulkOperation,
} from '../../../registry/resources/bulk-operations.js';
import type { CompiledResource } from '../../../registry/resources/compiled-resource.js';
import type { Key, ResourceRequest } from '../../../base/types/register.js';
import { keyIn } from '../lookups/column-values.js';
import { KeptRows } from '../lookups/kept-rows.js';
import { BoundedReads } from '../reading/bounded-reads.js';
import { ReadPlans, type Planned } from '../reading/read-plans.js';
import type { AuthorizedShow } from '../reading/read-records.js';
import { ofList, ofOne, type ElementErrors } from './element-errors.js';
import { parseArrayBody, parseBodies, parseKeyedBodies, parseKeys } from './listed-bodies.js';

/** A request, and its query string. */
export interface QueryCall {
  readonly context: RequestContext;
  readonly queryString: string;
  /** Whether the versions of records that change are read. */
  readonly withVersions?: boolean;
}

/** A request for one record. */
export interface RecordCall extends QueryCall {
  /** The record's key from the path. */
  readonly id: string;
}

/** A request that writes the records of a list. */
export interface ListCall extends QueryCall {
  readonly body: unknown;
}

/** A record to write, as the guard read it. */
export interface KnownRecord extends FoundRow {
  readonly key: Key;
  readonly before: object;
}

/**
 * Whether an update can use the record as the guard read it: the application does not replace the
 * operation, whose code would run twice if the record had changed.
 */
export const mayBeKnown = ({ full: { operations } }: CompiledResource): boolean =>
  !operations.update;

/** A `store` that may run. */
export interface AuthorizedStore {
  readonly context: RequestContext;
  readonly planned: Planned;
  readonly errors: ElementErrors;
}

/** What a request demands of the record that it writes. */
interface Conditional {
  /**
   * Verifies it again once the record is locked; absent if nothing is demanded. A record that is
   * updated as the guard has read it is not locked.
   */
  readonly verifyLocked?: (transaction: Transaction) => Promise<void>;
}

/** An `update` that may run. */
export interface AuthorizedUpdate extends Conditional {
  readonly context: RequestContext;
  readonly planned: Planned;
  /** The scope that must contain the records when they are locked. */
  readonly scope: ResolvedCondition;
  readonly records: readonly KnownRecord[];
  readonly errors: ElementErrors;
}

/** A `delete` that may run. */
export interface AuthorizedDelete extends Conditional {
  readonly context: RequestContext;
  readonly request: ResourceRequest;
  readonly scope: ResolvedCondition;
  /** `before` is `null` if the policy does not use records. */
  readonly records: readonly (Pick<KnownRecord, 'key'> & {
    readonly before: object | null;
    readonly version?: unknown;
  })[];
  readonly errors: ElementErrors;
}

/** A bulk write that may run, with its bodies: they contain the keys that the policy was asked for. */
export type Listed<Authorized> = Authorized & { readonly bodies: readonly WriteBody[] };

/**
 * Checks the policy's `show`, `store`, `update` or `delete` before the operation runs, and returns
 * what it had to read. The guard calls it for HTTP; tools call it before the use case. A write of one
 * record is one of a list of one.
 *
 * The order of errors is that of C4.3: query parameters, then the records, then their policy.
 *
 * @contract C4.3, C4.4, C13.5
 */
@Injectable()
export class RecordAuthorizer {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly plans: ReadPlans,
    private readonly loader: RecordLoader,
    private readonly locks: RecordLocks,
    private readonly entities: EntityReader,
    private readonly bounded: BoundedReads,
    private readonly kept: KeptRows,
  ) {}

  /**
   * A policy without `show` needs no read: its scope is part of the statement that loads the
   * record.
   *
   * @throws RequestError `invalid_query`; `not_found`, also for a record that `show` refuses
   */
  show({ context, id, queryString }: RecordCall): Eventual<AuthorizedShow> {
    const { resource, authorizer } = context;
    return whenKnown(this.plans.plan(context, queryString, 'show', id), (planned) => {
      const key = getKey(id, resource.keyColumn);
      enterStage('authorize');
      return whenKnown(showsEveryRecord(authorizer, resource), (isShown) =>
        isShown ? { planned, key, found: null } : this.showOne(context, planned, key),
      );
    });
  }

  private showOne(
    { resource, authorizer }: RequestContext,
    planned: Planned,
    key: Key,
  ): Promise<AuthorizedShow> {
    const plan = this.plans.record(planned, key);
    return this.bounded.read(plan, planned.bounds, async (bounds) => {
      enterStage('execute');
      const found = await this.loader.record(plan, bounds);
      if (!found) throw new RequestError('not_found');
      enterStage('authorize');
      const [shown] = await mayShow(authorizer, resource, this.entities.read(plan, [found.row]));
      if (!shown) throw new RequestError('not_found');
      return { planned: { ...planned, bounds }, key, found };
    });
  }

  /** Returns a whole record that the caller may see. @throws RequestError `not_found` */
  async getShown({ resource, authorizer }: RequestContext, key: Key): Promise<object> {
    const scope = authorizer.scope(resource);
    const [record] = await this.locks.find(this.database, resource, [key], scope);
    if (!record) throw new RequestError('not_found');
    await verifyShown(authorizer, resource, record);
    return record;
  }

  /** @throws RequestError `invalid_query`, `unauthorized` */
  async store({ context, queryString }: QueryCall): Promise<AuthorizedStore> {
    const planned = await this.plans.plan(context, queryString, 'store', null);
    enterStage('authorize');
    await authorizeStore(context.authorizer, context.resource);
    return { context, planned, errors: ofOne };
  }

  /** @throws RequestError as {@link store}; `not_found`, `malformed_request`, `validation_failed` */
  async storeMany(call: ListCall): Promise<Listed<AuthorizedStore>> {
    const list = this.listOf(call, 'store');
    const authorized = await this.store(call);
    return { bodies: parseBodies(list, this.options.limits.bulk), ...authorized, errors: ofList };
  }

  /** @throws RequestError `invalid_query`, `not_found`, `unauthorized` */
  update(call: RecordCall): Promise<AuthorizedUpdate> {
    const { authorizer, resource } = call.context;
    return this.updateOne(call, 'update', authorizer.scope(resource));
  }

  /**
   * Authorizes an update of the user's own record, even outside the scope.
   * @contract C3.2
   * @throws like {@link update}
   */
  updateProfile(call: RecordCall): Promise<AuthorizedUpdate> {
    return this.updateOne(call, 'profile', notDeleted(call.context.resource));
  }

  /** @throws RequestError as {@link update}; `malformed_request`, `validation_failed` */
  async updateMany(call: ListCall): Promise<Listed<AuthorizedUpdate>> {
    const { context, queryString } = call;
    const { authorizer, resource } = context;
    const list = this.listOf(call, 'update');
    const planned = await this.plans.plan(context, queryString, 'update', null);
    const elements = parseKeyedBodies(list, resource.keyColumn, this.options.limits.bulk);
    const keys = elements.map(({ key }) => key);
    const scope = authorizer.scope(resource);
    const records = await this.find(call, 'update', keys, scope, ofList);
    const bodies = elements.map(({ body }) => body);
    return { context, planned, scope, records, errors: ofList, bodies };
  }

  /** @throws RequestError `invalid_query`, `not_found`, `unauthorized` */
  delete(call: RecordCall): Promise<AuthorizedDelete> {
    const { context, id, queryString } = call;
    const request = this.plans.describeRequest(context, queryString, 'delete', id);
    const key = getKey(id, context.resource.keyColumn);
    return this.deletion(call, request, [key], ofOne);
  }

  /** @throws RequestError as {@link delete}; `malformed_request`, `validation_failed` */
  async deleteMany(call: ListCall): Promise<AuthorizedDelete> {
    const { context, queryString } = call;
    const list = this.listOf(call, 'delete');
    const request = this.plans.describeRequest(context, queryString, 'delete', null);
    const keys = parseKeys(list, context.resource.keyColumn, this.options.limits.bulk);
    return this.deletion(call, request, keys, ofList);
  }

  /** @throws RequestError `not_found` if the resource has no such endpoint, `malformed_request` */
  private listOf({ context, body }: ListCall, operation: BulkOperation): readonly unknown[] {
    const isServed =
      this.options.safeWrites.bulk && bulkOperationsOf(context.resource).includes(operation);
    if (!isServed) throw new RequestError('not_found');
    return parseArrayBody(body);
  }

  private async updateOne(
    call: RecordCall,
    operation: 'update' | 'profile',
    scope: ResolvedCondition,
  ): Promise<AuthorizedUpdate> {
    const { context, id, queryString } = call;
    const planned = await this.plans.plan(context, queryString, operation, id);
    const key = getKey(id, context.resource.keyColumn);
    const records = await this.find(call, operation, [key], scope, ofOne);
    return { context, planned, scope, records, errors: ofOne };
  }

  private async deletion(
    call: QueryCall,
    request: ResourceRequest,
    keys: readonly Key[],
    errors: ElementErrors,
  ): Promise<AuthorizedDelete> {
    const { context } = call;
    const { resource, authorizer } = context;
    const scope = authorizer.scope(resource);
    const ability = resource.policy.delete;
    const isUnseen =
      ability !== null && !ability.usesRecord && (await showsEveryRecord(authorizer, resource));
    const records =
      isUnseen && (await ability.allows(authorizer.user, {}))
        ? keys.map((key) => ({ key, before: null }))
        : await this.find(call, 'delete', keys, scope, errors);
    return { context, request, scope, records, errors };
  }

  /** Returns the records in the order of the keys, after the policy has allowed them. */
  private async find(
    { context, withVersions = false }: QueryCall,
    operation: 'update' | 'profile' | 'delete',
    keys: readonly Key[],
    scope: ResolvedCondition,
    errors: ElementErrors,
  ): Promise<readonly KnownRecord[]> {
    const { resource, authorizer } = context;
    enterStage('authorize');
    const isKnown = operation !== 'delete' && !errors.areListed && mayBeKnown(resource);
    const further = { exact: isKnown ? this.kept.find(resource) : null, withVersions };
    const rows = await this.locks.findForUpdate(this.database, resource, keys, scope, further);
    const found = [...rows.keys()];
    const shown = operation === 'profile' ? found : await shownOf(authorizer, resource, found);
    const records = inOrder(keys, shown, resource, errors);
    const ability = resource.policy[operation === 'delete' ? 'delete' : 'update'];
    const allowed = ability
      ? await allowEach(ability, authorizer.user, records.length, records)
      : records.map(() => false);
    const refused = indexesOf(allowed, (isAllowed) => !isAllowed);
    if (refused.length > 0) throw errors.refused('unauthorized', refused);
    return keys.map((key, at) => {
      const before = records[at]!;
      return { key, before, ...rows.get(before)! };
    });
  }
}

/**
 * Returns the records in the order of the keys.
 * @throws RequestError `not_found` for keys without a record
 */
export function inOrder(
  keys: readonly Key[],
  records: readonly object[],
  resource: RequestContext['resource'],
  errors: ElementErrors,
): readonly object[] {
  const byKey = new Map(records.map((record) => [String(keyIn(record, resource)), record]));
  // The database may write the key in another form than the caller.
  const ordered = keys.length === 1 ? [records[0]] : keys.map((key) => byKey.get(String(key)));
  const missing = indexesOf(ordered, (record) => record === undefined);
  if (missing.length > 0) throw errors.refused('not_found', missing);
  return ordered as readonly object[];
}

function indexesOf<Item>(
  items: readonly Item[],
  matches: (item: Item) => boolean,
): readonly number[] {
  return items.flatMap((item, at) => (matches(item) ? [at] : []));
}
