import { Injectable } from '@nestjs/common';
import type { Key } from '../../base/types/register.js';
import type { Row, Transaction } from '../../database/connection/database.js';
import type { RuleContext } from '../../rules/entries/rule-context.js';
import { ActionResponses } from './action-responses.js';
import type { ActionContext } from './action-call.js';
import type { ActionSelection } from './action-selection.js';
import { handle } from './action-handler.js';
import { ActionRecords, type ReceivedRecords } from './action-records.js';
import { requestFor } from './action-request.js';
import { ChangeTargets } from '../records/writing/change-targets.js';
import { Effects } from '../records/writing/effects.js';
import { KeptRows } from '../records/lookups/kept-rows.js';
import { RecordChanges } from '../records/writing/record-changes.js';
import { ActionWrites } from './action-writes.js';
import { ChangeLog } from '../action-log/change-log.js';
import { keyIn } from '../records/lookups/column-values.js';
import { WriteFaults } from '../records/writing/write-faults.js';
import { RuleContexts } from '../records/lookups/rule-contexts.js';

/** The outcome of an action. */
export interface ActionOutcome {
  /** The response as JSON; `null` if the handler returned nothing. */
  readonly json: string | null;
  /** The number of records that the handler received. */
  readonly records: number;
  /** The number of records on which the user may not run the action. */
  readonly refused: number;
}

/** The outcome of one call of a handler. */
export interface ChunkOutcome extends ActionOutcome {
  /** What the handler returned. */
  readonly result: unknown;
}

/** The records of one call of a handler, and how to treat those that `canRun` refuses. */
export interface Chunk {
  readonly selection: ActionSelection;
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
    private readonly faults: WriteFaults,
    private readonly kept: KeptRows,
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
    if (requestContext.action.options.external)
      this.effects.verifyReceived(received.records.length);
    if (chunk.rows.length > 0 && received.records.length === 0) return null;
    const ruleContext = this.contextOf(requestContext, transaction);
    if (requestContext.action.options.validate) await requestContext.payload.validate(ruleContext);
    if (requestContext.action.options.external) transaction.doNotRepeat();
    chunk.begin();
    const { view } = requestContext.resource;
    const result = await this.handle(requestContext, transaction, ruleContext, received);
    // Serialized before the commit: a result that cannot be written rolls the chunk back.
    const records = received.records.length;
    const json = this.responses.write(result, view);
    return { result, json, records, refused: chunk.rows.length - records };
  }

  /** Returns the number of rows that the handler would receive. */
  async count(
    context: ActionContext,
    transaction: Transaction,
    selection: ActionSelection,
    rows: readonly Row[],
  ): Promise<number> {
    if (rows.length === 0 || !context.action.canRun) return rows.length;
    return (await this.decide(context, transaction, { selection, rows })).records.length;
  }

  /**
   * Returns the context for a payload's rules.
   *
   * @param transaction `null` if none is open
   */
  contextOf(context: ActionContext, transaction: Transaction | null): RuleContext {
    const { resource, key } = context;
    return this.contexts.of(
      context,
      { resource, written: { records: key === null ? [] : [{ key }] } },
      transaction,
    );
  }

  /** Returns the records that the user may run the action on. @contract C6.4 */
  private async admit(
    context: ActionContext,
    transaction: Transaction,
    chunk: Chunk,
  ): Promise<ReceivedRecords> {
    const { received, records, refused } = await this.decide(context, transaction, chunk);
    this.effects.noteRefused(refused.length);
    if (chunk.refuse && refused.length > 0)
      throw chunk.refuse(refused.map((record) => keyIn(record, context.resource)));
    return { ...received, records };
  }

  private async decide(
    { action, authorizer, planned }: ActionContext,
    transaction: Transaction,
    { selection, rows }: Pick<Chunk, 'selection' | 'rows'>,
  ) {
    const received = await this.records.receive(transaction, selection, rows, planned);
    const { canRun } = action;
    if (!canRun) return { received, records: received.records, refused: [] };
    const decide = async (record: object) => canRun(authorizer.user, record);
    const isAllowed = await Promise.all(received.records.map(decide));
    return {
      received,
      records: received.records.filter((_record, at) => isAllowed[at]),
      refused: received.records.filter((_record, at) => !isAllowed[at]),
    };
  }

  private async handle(
    { request, action, resource, payload }: ActionContext,
    transaction: Transaction,
    ruleContext: RuleContext,
    received: ReceivedRecords,
  ): Promise<unknown> {
    const subject = { request, transaction };
    const writes = new ActionWrites(
      { changes: this.changes, kept: this.kept, targets: this.targets, faults: this.faults },
      subject,
      action,
      resource,
      received,
    );
    const given = requestFor({ subject, payload, ruleContext, writes, received });
    const result = await handle(action, given.request, received.records);
    if (resource.options.logged && given.usedManager()) await writes.detectOtherWrites();
    const ofRun = { name: action.uriKey, resource, key: null, original: {}, changes: {} };
    const ofRecords = writes.loggedChanges();
    const changes = action.scope === 'standalone' ? [ofRun, ...ofRecords] : ofRecords;
    await this.log.recordAll(transaction, request, changes);
    return result;
  }
}
