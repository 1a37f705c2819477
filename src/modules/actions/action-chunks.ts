import { Injectable } from '@nestjs/common';
import type { Key } from '../../types/register.js';
import type { Row, Transaction } from '../../execution/database/database.js';
import type { NodePlan } from '../../planning/query-plan.js';
import type { RuleContext } from '../../rules/rule-context.js';
import { ActionResponses } from './action-responses.js';
import type { ActionContext } from './action-call.js';
import { handle, handlerOf } from './action-handler.js';
import { ActionRecords, type ReceivedRecords } from './action-records.js';
import { requestFor } from './action-request.js';
import { ChangeTargets } from '../records/writing/change-targets.js';
import { RecordChanges } from '../records/writing/record-changes.js';
import { ActionWrites } from './action-writes.js';
import { ChangeLog } from '../action-log/change-log.js';
import { keyIn } from '../records/writing/column-values.js';
import { RuleContexts } from '../records/writing/rule-contexts.js';

/** What one call of a handler came to. */
export interface ChunkOutcome {
  /** What it returned. */
  readonly result: unknown;
  /** The same as JSON; `null` for nothing. */
  readonly json: string | null;
  /** Records that it was given. */
  readonly records: number;
}

/**
 * The records of one call of a handler, and what is to happen about those that `canRun` refuses.
 */
export interface Chunk {
  readonly plan: NodePlan;
  /** Locked. */
  readonly rows: readonly Row[];
  /** Gives the refusal; `null`: they are left out. */
  readonly refuse: ((keys: readonly Key[]) => Error) | null;
  /**
   * Called once the handler is about to run: what fails from then on is a failure, and no refusal.
   */
  readonly begin: () => void;
}

/** Runs a handler on records inside a transaction that somebody else began. */
@Injectable()
export class ActionChunks {
  constructor(
    private readonly contexts: RuleContexts,
    private readonly records: ActionRecords,
    private readonly changes: RecordChanges,
    private readonly targets: ChangeTargets,
    private readonly responses: ActionResponses,
    private readonly log: ChangeLog,
  ) {}

  /**
   * `null` when rows were given and the user may run the action on none of them: then the handler
   * does not run.
   */
  async run(
    requestContext: ActionContext,
    transaction: Transaction,
    chunk: Chunk,
  ): Promise<ChunkOutcome | null> {
    const received = await this.admit(requestContext, transaction, chunk);
    if (chunk.rows.length > 0 && received.records.length === 0) return null;
    const context = this.contextOf(requestContext, transaction);
    if (requestContext.action.options.validate) await requestContext.payload.validate(context);
    chunk.begin();
    const result = await this.handle(requestContext, transaction, context, received);
    // Written before the commit: what cannot be answered is undone.
    return { result, json: this.responses.write(result), records: received.records.length };
  }

  /**
   * What the rules of a payload may look at.
   *
   * @param transaction `null` where none is under way
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

  /** The records that the user may run the action on. @contract C6.4 */
  private async admit(
    requestContext: ActionContext,
    transaction: Transaction,
    { plan, rows, refuse }: Chunk,
  ): Promise<ReceivedRecords> {
    const received = await this.records.receive(transaction, plan, rows, requestContext.planned);
    const handler = handlerOf(requestContext.action);
    if (!handler.canRun) return received;
    const ask = async (record: object) => handler.canRun!(requestContext.authorizer.user, record);
    const responses = await Promise.all(received.records.map(ask));
    const records = received.records.filter((_record, at) => responses[at]);
    if (refuse && records.length < received.records.length) {
      const refused = received.records.filter((_record, at) => !responses[at]);
      throw refuse(refused.map((record) => keyIn(record, requestContext.resource)));
    }
    return { ...received, records };
  }

  private async handle(
    { request, action, resource, payload }: ActionContext,
    transaction: Transaction,
    context: RuleContext,
    received: ReceivedRecords,
  ): Promise<unknown> {
    const subject = { request, transaction };
    const writes = new ActionWrites(
      { changes: this.changes, targets: this.targets },
      subject,
      action,
      resource,
      received,
    );
    const given = requestFor({ subject, payload, context, writes, received });
    const result = await handle(action, given.request, received.records);
    if (resource.options.logged && given.usedManager()) await writes.lookAgain();
    const alone = { name: action.uriKey, resource, key: null, original: {}, changes: {} };
    const changes = action.scope === 'standalone' ? [alone, ...writes.changes()] : writes.changes();
    await this.log.recordAll(transaction, request, changes);
    return result;
  }
}
