import { setImmediate as breathe } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Key } from '../../base/types/register.js';
import { RequestError, RunFailure, type RunDone } from '../../base/errors/index.js';
import {
  DATABASE,
  type Database,
  type Row,
  type Transaction,
} from '../../database/connection/database.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { ActionResponses } from './action-responses.js';
import type { ActionContext } from './action-call.js';
import { ActionChunks, type ActionOutcome, type ChunkOutcome } from './action-chunks.js';
import type { ActionSelection } from './action-selection.js';
import type { LockedChunk } from '../../database/write/chunks.js';
import { Effects } from '../records/writing/effects.js';
import { Attempt } from './attempt.js';
import { isRefusal } from '../action-log/failures.js';
import { ChangeLog, type RunLog } from '../action-log/change-log.js';
import { RunObservers } from './run-observers.js';
import { Shutdown } from '../../base/schedule/shutdown.js';
import { addResult, countChunk, EMPTY_TALLY, responseOf, type RunTally } from './run-tally.js';

type InTransaction = <Result>(
  work: (transaction: Transaction) => Promise<Result>,
) => Promise<Result>;

/** An action over all records, as the caller may run it. */
export interface RunCall {
  readonly context: ActionContext;
  readonly selection: ActionSelection;
}

/** How far a run is. JSON can represent it if it can represent the total. */
export interface RunState {
  /** The highest key when the run began; `null` if there was no record. */
  readonly last: Key | null;
  /** The key after which the next chunk starts; `null` before the first and after the last chunk. */
  readonly after: Key | null;
  readonly isDone: boolean;
  /** The key of the log row of the run; `null` for a resource without a log. */
  readonly logKey: Key | null;
  /** How many records there were when the run began; `null` if nobody asks. */
  readonly total: number | null;
  /** Records on which the user may not run the action. */
  readonly refused: number;
  readonly tally: RunTally;
}

/** How chunks are run. */
interface Steps {
  readonly inTransaction: InTransaction;
  readonly attempt: Attempt;
  /** Receives the state of the run after the commit of a chunk. */
  readonly keep?: (state: RunState) => void;
}

/** A chunk that was run. */
interface Step {
  readonly moved: Pick<RunState, 'after' | 'isDone' | 'refused'>;
  /** `null` if the user may run the action on none of its records. */
  readonly outcome: ChunkOutcome | null;
}

/**
 * Runs an action over all records, chunk by chunk. When the service shuts down or the caller
 * disconnects, the run stops after the current chunk; committed chunks remain, and the log records
 * how many records were processed.
 *
 * A run that outlives its request is advanced chunk by chunk from outside: {@link begin},
 * {@link advance} until it is done, {@link finish}.
 *
 * @contract C6.3, C6.5, C6.6, C6.8
 */
@Injectable()
export class RunAll {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly chunks: ActionChunks,
    private readonly responses: ActionResponses,
    private readonly log: ChangeLog,
    private readonly shutdown: Shutdown,
    private readonly observers: RunObservers,
    private readonly effects: Effects,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  /**
   * Runs the action in the request.
   * @throws RunFailure with the error and the run's progress; RequestError `max_affected_exceeded`
   * before the handler runs
   */
  async run(call: RunCall): Promise<ActionOutcome> {
    const attempt = new Attempt();
    let state = await this.begin(call);
    try {
      state = await this.walkAll(call, state, attempt, (next) => (state = next));
      return await this.finish(call, state);
    } catch (error) {
      throw await this.explain(call, state, attempt, error);
    }
  }

  /**
   * Starts the log row of a run.
   * @throws RequestError `validation_failed`, `max_affected_exceeded`
   */
  async begin({ context, selection }: RunCall): Promise<RunState> {
    const { action, resource, request, payload, countsTotal } = context;
    if (action.options.validate) await payload.validate(this.chunks.contextOf(context, null));
    const last = await selection.records.lastKey(this.database);
    if (this.effects.areBounded) this.effects.verify(await this.count(context, selection, last));
    const total = countsTotal ? await selection.records.count(this.database, last) : null;
    const log = await this.log.startRun(request, { name: action.uriKey, resource });
    return {
      ...{ last, after: null, isDone: false, logKey: log.key },
      ...{ total, refused: 0, tally: EMPTY_TALLY },
    };
  }

  /** Runs the next chunk. Returns the state of the run after its commit. */
  async advance(call: RunCall, state: RunState, steps: Steps = this.alone()): Promise<RunState> {
    const started = performance.now();
    const { moved, outcome } = await steps.inTransaction((transaction) =>
      this.step(call, state, transaction, steps.attempt),
    );
    const next = { ...state, ...moved };
    if (!outcome) return next;
    const counted = { ...next, tally: countChunk(state.tally, outcome) };
    steps.keep?.(counted);
    if (outcome.records > 0) this.notifyObservers(call.context, outcome, started);
    const tally = await addResult(call.context.action, counted.tally, outcome);
    return { ...counted, tally };
  }

  /** Ends the log row of a run that is done. */
  async finish({ context }: RunCall, state: RunState): Promise<ActionOutcome> {
    const { action, resource } = context;
    const json = responseOf(action, state.tally, this.responses, resource.view);
    await this.logOf(context, state.logKey).finish();
    return { json, records: state.tally.records, refused: state.refused };
  }

  /** Ends the log row of a run that does not go on. */
  async fail({ context }: RunCall, state: RunState, error: unknown): Promise<void> {
    const log = this.logOf(context, state.logKey);
    await (isRefusal(error) ? log.withdraw() : log.fail(error));
  }

  private logOf({ request, action, resource }: ActionContext, logKey: Key | null): RunLog {
    return this.log.resumeRun(request, { name: action.uriKey, resource }, logKey);
  }

  /**
   * The chunks of a run in one transaction count only if all are committed.
   * @contract C6.6
   */
  private walkAll(
    call: RunCall,
    state: RunState,
    attempt: Attempt,
    keep: (state: RunState) => void,
  ): Promise<RunState> {
    if (call.context.action.options.transaction !== 'run')
      return this.walk(call, state, { ...this.alone(attempt), keep });
    return this.database.transaction((transaction) =>
      this.walk(call, state, { attempt, inTransaction: (work) => work(transaction) }),
    );
  }

  private async walk(call: RunCall, beginning: RunState, steps: Steps): Promise<RunState> {
    const { context } = call;
    let state = beginning;
    while (!state.isDone) {
      const next = await this.advance(call, state, steps);
      steps.keep?.(next);
      if (next.tally.records > state.tally.records) await context.onProgress?.(progressOf(next));
      state = next;
      if (!state.isDone) await this.yieldTurn(context);
    }
    return state;
  }

  private alone(attempt = new Attempt()): Steps {
    return { attempt, inTransaction: (work) => this.database.transaction(work) };
  }

  /** Returns the number of records that the handler would receive. @contract C13.4 */
  private count(
    context: ActionContext,
    selection: ActionSelection,
    last: Key | null,
  ): Promise<number> {
    return this.database.transaction(async (transaction) => {
      let count = 0;
      let after: Key | null = null;
      for (let goesOn = last !== null; goesOn; goesOn = after !== null) {
        const chunk: LockedChunk = await selection.records.chunk(
          transaction,
          after,
          last!,
          this.chunkSize(context),
        );
        count += await this.chunks.count(context, transaction, selection, chunk.rows);
        after = chunk.after;
      }
      return count;
    });
  }

  private chunkSize({ action }: ActionContext): number {
    return action.options.chunkCount ?? this.options.limits.chunkCount;
  }

  /** Runs the handler once with an empty list if it received no record. @contract C6.3 */
  private async step(
    { context, selection }: RunCall,
    { last, after, refused, tally, logKey }: RunState,
    transaction: Transaction,
    { begin }: Attempt,
  ): Promise<Step> {
    const run = (rows: readonly Row[]) =>
      this.chunks.run(context, transaction, { selection, rows, refuse: null, begin });
    const { rows, after: next }: LockedChunk =
      last === null
        ? { rows: [], after: null }
        : await selection.records.chunk(transaction, after, last, this.chunkSize(context));
    const outcome = rows.length > 0 ? await run(rows) : null;
    const moved = {
      after: next,
      isDone: next === null,
      refused: refused + rows.length - (outcome?.records ?? 0),
    };
    if (outcome) this.logOf(context, logKey).advance(transaction, countChunk(tally, outcome));
    else if (moved.isDone && tally.chunks === 0) return { moved, outcome: await run([]) };
    return { moved, outcome };
  }

  private notifyObservers(
    { resource, action }: ActionContext,
    { records }: ChunkOutcome,
    started: number,
  ): void {
    const milliseconds = performance.now() - started;
    this.observers.notify({ resource: resource.key, action: action.uriKey, records, milliseconds });
  }

  /** Yields to the event loop, which an in-process database would otherwise block. */
  private async yieldTurn({ signal }: ActionContext): Promise<void> {
    await breathe();
    if (this.shutdown.isStopping)
      throw interrupted('The run stopped because the service is shutting down.');
    if (signal.aborted) throw interrupted('The run stopped because the caller disconnected.');
  }

  private async explain(
    call: RunCall,
    state: RunState,
    attempt: Attempt,
    error: unknown,
  ): Promise<unknown> {
    await this.fail(call, state, error);
    if (state.tally.chunks === 0 && attempt.isRefusedBy(error, call.context.payload)) return error;
    const { chunks, records } = state.tally;
    return new RunFailure(error, { chunks, records });
  }
}

const progressOf = ({ tally: { chunks, records }, total }: RunState): RunDone => ({
  chunks,
  records,
  ...(total !== null && { total }),
});

const interrupted = (message: string): RequestError => new RequestError('unavailable', { message });
