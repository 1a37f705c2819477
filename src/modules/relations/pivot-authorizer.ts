import { Inject, Injectable } from '@nestjs/common';
import {
  allowsEveryRecord,
  authorizeEach,
  authorizePivotRelation,
  authorizeSync,
} from '../../pipeline/authorization/pivot-abilities.js';
import { RequestError } from '../../base/errors/index.js';
import { DATABASE, type Database } from '../../database/connection/database.js';
import { dialects } from '../../database/engines/dialects.js';
import { EntityReader } from '../../database/read/entity-reader.js';
import { PivotEnds } from '../../database/pivots/pivot-ends.js';
import { PivotRows } from '../../database/pivots/pivot-rows.js';
import { ExactRows } from '../../database/write/exact-rows.js';
import { StatementRunner } from '../../database/read/statement-runner.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import type { CompiledResource } from '../../registry/resources/compiled-resource.js';
import type { KeyList } from '../../pipeline/request/parse-key-list.js';
import { parseObjectBody } from '../../pipeline/request/parse-object-body.js';
import { ReadPlans } from '../records/reading/read-plans.js';
import { changedColumns } from '../records/lookups/column-values.js';
import type { PivotCall, PivotContext } from './pivot-call.js';
import { findEnds, type LinkedEnds, type LinkedRecord } from './pivot-link.js';
import { keyListOf, oneKey } from './pivot-lists.js';
import { refuseMissing } from './pivot-refusals.js';

/** A call that its policy has allowed. */
export interface AuthorizedPivots extends PivotContext {
  readonly list: KeyList;
  /**
   * The records that the policy checked; `null` if it does not use records, so that none was read.
   */
  readonly seen: LinkedEnds | null;
}

/**
 * Checks the policy of attach, detach and sync before rows are locked: once per key, for sync once
 * per call. The guard calls it for HTTP; tools call it before the use case.
 *
 * The order of errors is that of C7.4: query and body, relation, parent, list, keys, policy.
 *
 * @contract C7.4
 */
@Injectable()
export class PivotAuthorizer {
  private readonly ends: PivotEnds;
  private readonly rows: PivotRows;
  private readonly runner: StatementRunner;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly plans: ReadPlans,
    entities: EntityReader,
    exact: ExactRows,
  ) {
    const dialect = dialects[database.dialect];
    this.ends = new PivotEnds(dialect, entities);
    this.rows = new PivotRows(dialect, exact);
    this.runner = new StatementRunner(database, dialect);
  }

  /**
   * @throws RequestError `invalid_query`, `malformed_request`, `not_found`, `validation_failed`,
   * `unauthorized`
   */
  async authorize(call: PivotCall): Promise<AuthorizedPivots> {
    const context = await this.admit(call);
    const list = this.listOf(context);
    if (await allowsEveryRecord(context.relation.abilities, context.operation, context.request))
      return { list, seen: null, ...context };
    const seen = await findEnds(this.runner, this.ends, context, list);
    if (context.related !== null) await this.verifyAttached(seen);
    else if (context.operation !== 'detach') refuseMissing(seen);
    await callPolicy(seen, seen.linked);
    return { list, seen, ...context };
  }

  private async admit(call: PivotCall): Promise<PivotContext> {
    const { context, operation, id, relation, related, queryString, body } = call;
    const request = this.plans.describeRequest(context, queryString, operation, id);
    const members = parseObjectBody(body);
    const found = await authorizePivotRelation(
      context.resource,
      relation,
      request,
      context.authorizer,
    );
    context.deprecations?.note(found.options);
    return { members, ...context, request, operation, id, relation: found, related };
  }

  private listOf(context: PivotContext): KeyList {
    if (context.related !== null) return oneKey(context, context.related);
    return keyListOf(context, this.options.limits);
  }

  /** @throws RequestError `not_found` if the record is not attached */
  private async verifyAttached({ context, value, linked }: LinkedEnds): Promise<void> {
    const scope = context.authorizer.scope(context.relation.resource);
    const related = linked.map((record) => record.value);
    const rows = await this.rows.read(this.database, context.relation, {
      parent: value,
      related,
      scope,
      exact: [],
    });
    if (rows.length === 0) throw new RequestError('not_found');
  }
}

/**
 * Checks the policy again under the lock for what has changed since the first check: for every key
 * if the parent has changed, otherwise for the records that changed or are new.
 *
 * @throws RequestError `unauthorized`
 */
export async function authorizePivotsAgain(
  now: LinkedEnds,
  seen: LinkedEnds | null,
): Promise<void> {
  if (!seen) return;
  const { resource, relation, operation } = now.context;
  const isParentChanged = isChanged(resource, seen.parent, now.parent);
  const before = new Map(seen.linked.map(({ listed, record }) => [listed.key, record]));
  const changed = now.linked.filter(({ listed, record }) => {
    const known = before.get(listed.key);
    return isParentChanged || known === undefined || isChanged(relation.resource, known, record);
  });
  const recheck = operation === 'sync' ? isParentChanged : changed.length > 0;
  if (recheck) await callPolicy(now, changed);
}

/** Policies and callables of relations do not declare columns, so every column counts. */
const isChanged = ({ table }: CompiledResource, before: object, now: object): boolean =>
  changedColumns([...table.columns.values()], before, now).length > 0;

/** @throws RequestError `unauthorized` */
function callPolicy(
  { context, parent, linked }: LinkedEnds,
  checked: readonly LinkedRecord[],
): Promise<void> {
  const { relation, request, operation } = context;
  if (operation === 'sync') {
    const keys = linked.map(({ listed }) => listed.key);
    return authorizeSync(relation.abilities, request, parent, keys);
  }
  const records = checked.map(({ record }) => record);
  return authorizeEach(relation.abilities[operation], request, parent, records);
}
