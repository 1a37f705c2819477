import { Injectable } from '@nestjs/common';
import type { Key } from '../../types/register.js';
import type { Row, Transaction } from '../../execution/database/database.js';
import type { NodePlan } from '../../planning/query-plan.js';
import type { RuleContext } from '../../rules/rule-context.js';
import { ActionResponses } from './action-responses.js';
import type { ActionContext } from './action-call.js';
import { handle, handlerOf, mayRun } from './action-handler.js';
import { ActionRecords, type ReceivedRecords } from './action-records.js';
import { requestFor } from './action-request.js';
import { ChangeTargets } from '../records/writing/change-targets.js';
import { Effects } from '../records/writing/effects.js';
import { RecordChanges } from '../records/writing/record-changes.js';
import { ActionWrites } from './action-writes.js';
import { ChangeLog } from '../action-log/change-log.js';
import { keyIn } from '../records/writing/column-values.js';
import { RuleContexts } from '../records/writing/rule-contexts.js';

/** The outcome of one call of a handler. */
export interface ChunkOutcome {
  /** What the handler returned. */
  readonly result: unknown;
  /** The same as JSON; `null` if it returned nothing. */
  readonly json: string | null;
  /** The number of records that the handler received. */
  readonly records: number;
}

/** The records of one call of a handler, and how to treat those that `canRun` refuses. */
export interface Chunk {
  readonly plan: NodePlan;
  /** Locked. */
  readonly rows: readonly Row[];
  /** Returns the error for refused records; `null` to leave them out. */
  readonly refuse: ((keys: readonly Key[]) => Error) | null;
  /** Called just before the handler runs: later errors are failures, not refusals. */
  readonly begin: () => void;
}

/** Runs a handler on records inside the caller's transaction. */
@Injectable()
export class ActionChunks {
  constructor(
    private readonly contexts: RuleContexts,
    private readonly records: ActionRecords,
    private readonly changes: RecordChanges,
    private readonly targets: ChangeTargets,
    private readonly responses: ActionResponses,
    private readonly log: ChangeLog,
    private readonly effects: Effects,
  ) {}

  /**
   * Runs the handler on one chunk. Returns `null`, without running it, if there are rows and the
   * user may run the action on none of them.
   */
  async run(
    requestContext: ActionContext,
    transaction: Transaction,
    chunk: Chunk,
  ): Promise<ChunkOutcome | null> {
    const received = await this.admit(requestContext, transaction, chunk);
    if (chunk.rows.length > 0 && received.records.length === 0) return null;
    const context = this.contextOf(requestContext, transaction);
    const { external, validate } = requestContext.action.options;
    if (validate) await requestContext.payload.validate(context);
    if (external) {
      this.effects.verifySelected(received.records.length);
      transaction.doNotRepeat();
    }
    chunk.begin();
    const { view } = requestContext.resource;
    const result = await this.handle(requestContext, transaction, context, received);
    // Serialized before the commit: a result that cannot be written rolls the chunk back.
    return { result, json: this.responses.write(result, view), records: received.records.length };
  }

  /** Returns how many of the rows {@link run} would pass to the handler. */
  async count(
    requestContext: ActionContext,
    transaction: Transaction,
    plan: NodePlan,
    rows: readonly Row[],
  ): Promise<number> {
    const { records } = await this.records.receive(transaction, plan, rows, requestContext.planned);
    return (await this.allowed(requestContext, records)).filter(Boolean).length;
  }

  /**
   * Returns the context for a payload's rules.
   *
   * @param transaction `null` if none is open
   */
  contextOf(
    { call, resource, authorizer, request, key }: ActionContext,
    transaction: Transaction | null,
  ): RuleContext {
    const ruleCaller = { request, authorizer, languages: call.languages };
    return this.contexts.of(
      ruleCaller,
      { resource, written: key === null ? null : { key } },
      transaction,
    );
  }

  /** Returns the records that the user may run the action on. @contract C6.4 */
  private async admit(
    requestContext: ActionContext,
    transaction: Transaction,
    { plan, rows, refuse }: Chunk,
  ): Promise<ReceivedRecords> {
    const received = await this.records.receive(transaction, plan, rows, requestContext.planned);
    if (!handlerOf(requestContext.action).canRun) return received;
    const isAllowed = await this.allowed(requestContext, received.records);
    const records = received.records.filter((_record, at) => isAllowed[at]);
    this.effects.noteRefused(received.records.length - records.length);
    if (refuse && records.length < received.records.length) {
      const refused = received.records.filter((_record, at) => !isAllowed[at]);
      throw refuse(refused.map((record) => keyIn(record, requestContext.resource)));
    }
    return { ...received, records };
  }

  /** Returns whether the user may run the action on each record. */
  private async allowed(
    { action, resource, authorizer }: ActionContext,
    records: readonly object[],
  ): Promise<readonly boolean[]> {
    if (!handlerOf(action).canRun) return records.map(() => true);
    return Promise.all(records.map((record) => mayRun(action, resource, authorizer.user, record)));
  }

  private async handle(
    { request, action, resource, payload }: ActionContext,
    transaction: Transaction,
    context: RuleContext,
    received: ReceivedRecords,
  ): Promise<unknown> {
    const subject = { request, transaction };
    const writes = new ActionWrites(
      { changes: this.changes, targets: this.targets, log: this.log },
      subject,
      action,
      resource,
      received,
    );
    const given = requestFor({ subject, payload, context, writes, received });
    const result = await handle(action, given.request, received.records);
    if (resource.options.logged && given.usedManager()) await writes.detectOtherWrites();
    const ofRun = { name: action.uriKey, resource, key: null, original: {}, changes: {} };
    const ofRecords = writes.loggedChanges();
    const changes = action.scope === 'standalone' ? [ofRun, ...ofRecords] : ofRecords;
    await this.log.recordAll(transaction, request, changes);
    return result;
  }
}
