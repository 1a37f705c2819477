import { Inject, Injectable } from '@nestjs/common';
import { authorizeStore } from '../../../pipeline/authorization/authorize-write.js';
import type { RequestContext } from '../../../pipeline/authorization/request-context.js';
import type { ResolvedCondition } from '../../../pipeline/authorization/resolved-condition.js';
import { allowEach, shownOf } from '../../../pipeline/authorization/shown-records.js';
import { RequestError } from '../../../base/errors/index.js';
import { DATABASE, type Database } from '../../../database/connection/database.js';
import { RecordLocks } from '../../../database/write/record-locks.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import {
  bulkOperationsOf,
  type BulkOperation,
} from '../../../registry/resources/bulk-operations.js';
import type { Key, ResourceRequest } from '../../../base/types/register.js';
import type { WriteBody } from '../../../pipeline/validation/write-body.js';
import { ReadRecords, type Planned } from '../reading/read-records.js';
import { keyIn } from '../lookups/column-values.js';
import { parseArrayBody, parseBodies, parseKeyedBodies, parseKeys } from './bulk-body.js';
import { refuseElements } from '../writing/element-errors.js';

/** A request that writes many records. */
export interface BulkCall {
  readonly context: RequestContext;
  readonly queryString: string;
  readonly body: unknown;
}

/** A bulk store that may run. */
export interface AuthorizedBulkStore {
  readonly context: RequestContext;
  readonly planned: Planned;
  readonly bodies: readonly WriteBody[];
}

/** The record of an element, as the guard read it. */
export interface ListedRecord {
  readonly key: Key;
  readonly before: object;
}

/** A bulk update that may run. */
export interface AuthorizedBulkUpdate {
  readonly context: RequestContext;
  readonly planned: Planned;
  readonly scope: ResolvedCondition;
  readonly elements: readonly (ListedRecord & { readonly body: WriteBody })[];
}

/** A bulk delete that may run. */
export interface AuthorizedBulkDelete {
  readonly context: RequestContext;
  readonly request: ResourceRequest;
  readonly scope: ResolvedCondition;
  readonly elements: readonly ListedRecord[];
}

/**
 * Checks the body's shape and the policy for each record of a bulk write, before it runs. The order
 * of errors is that of a single write: query parameters, records, policies.
 *
 * @contract C4.3, C13.5
 */
@Injectable()
export class BulkAuthorizer {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly reads: ReadRecords,
    private readonly locks: RecordLocks,
  ) {}

  /** @throws RequestError `not_found`, `malformed_request`, `invalid_query`, `unauthorized`, `validation_failed` */
  async store({ context, queryString, body }: BulkCall): Promise<AuthorizedBulkStore> {
    verifyServed(context, 'store');
    const list = parseArrayBody(body);
    const planned = await this.reads.plan(context, queryString, 'store', null);
    await authorizeStore(context.authorizer, context.resource);
    return { context, planned, bodies: parseBodies(list, this.options.limits.bulk) };
  }

  /** @throws RequestError `not_found`, `malformed_request`, `invalid_query`, `validation_failed`, `unauthorized` */
  async update({ context, queryString, body }: BulkCall): Promise<AuthorizedBulkUpdate> {
    verifyServed(context, 'update');
    const list = parseArrayBody(body);
    const planned = await this.reads.plan(context, queryString, 'update', null);
    const { keyColumn } = context.resource;
    const bodies = parseKeyedBodies(list, keyColumn, this.options.limits.bulk);
    const scope = context.authorizer.scope(context.resource);
    const keys = bodies.map(({ key }) => key);
    const found = await this.authorize(context, 'update', keys, scope);
    const elements = bodies.map((each, at) => ({ ...each, before: found[at]! }));
    return { context, planned, scope, elements };
  }

  /** @throws RequestError `not_found`, `malformed_request`, `invalid_query`, `validation_failed`, `unauthorized` */
  async delete({ context, queryString, body }: BulkCall): Promise<AuthorizedBulkDelete> {
    verifyServed(context, 'delete');
    const list = parseArrayBody(body);
    const request = this.reads.describeRequest(context, queryString, 'delete', null);
    const keys = parseKeys(list, context.resource.keyColumn, this.options.limits.bulk);
    const scope = context.authorizer.scope(context.resource);
    const found = await this.authorize(context, 'delete', keys, scope);
    const elements = keys.map((key, at) => ({ key, before: found[at]! }));
    return { context, request, scope, elements };
  }

  /** Returns the records in the order of the keys. */
  private async authorize(
    { resource, authorizer }: RequestContext,
    operation: 'update' | 'delete',
    keys: readonly Key[],
    scope: ResolvedCondition,
  ): Promise<readonly object[]> {
    const found = await this.locks.findListed(this.database, resource, keys, scope);
    const shown = await shownOf(authorizer, resource, found);
    const records = inOrder(keys, shown, resource);
    const ability = resource.policy[operation];
    const allowed = ability
      ? await allowEach(ability, authorizer.user, records.length, records)
      : records.map(() => false);
    const refused = indexesOf(allowed, (isAllowed) => !isAllowed);
    if (refused.length > 0)
      throw refuseElements('unauthorized', refused, 'This action is unauthorized.');
    return records;
  }
}

/**
 * Returns the records in the order of the keys.
 * @throws RequestError `not_found` with the indexes of the keys without a record
 */
export function inOrder(
  keys: readonly Key[],
  records: readonly object[],
  resource: RequestContext['resource'],
): readonly object[] {
  const byKey = new Map(records.map((record) => [String(keyIn(record, resource)), record]));
  const ordered = keys.map((key) => byKey.get(String(key)));
  const missing = indexesOf(ordered, (record) => record === undefined);
  if (missing.length > 0) throw refuseElements('not_found', missing, 'Not found.');
  return ordered as readonly object[];
}

function indexesOf<Item>(
  items: readonly Item[],
  matches: (item: Item) => boolean,
): readonly number[] {
  return items.flatMap((item, at) => (matches(item) ? [at] : []));
}

/** @throws RequestError `not_found` if the resource does not have the endpoint */
function verifyServed({ resource }: RequestContext, operation: BulkOperation): void {
  if (!bulkOperationsOf(resource).includes(operation)) throw new RequestError('not_found');
}
