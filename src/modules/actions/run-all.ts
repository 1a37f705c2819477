import { setImmediate as breathe } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Key } from '../../base/types/register.js';
import { RequestError, RunFailure } from '../../base/errors/index.js';
import { DATABASE, type Database, type Transaction } from '../../database/connection/database.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { ActionResponses } from './action-responses.js';
import type { ActionContext } from './action-call.js';
import { ActionChunks, type ChunkOutcome } from './action-chunks.js';
import type { ActionSelection } from './action-selection.js';
import type { LockedChunk } from '../../database/write/chunks.js';
import { Effects } from '../records/writing/effects.js';
import { Attempt } from './attempt.js';
import { isRefusal } from '../action-log/failures.js';
import { ChangeLog, type RunLog, type RunProgress } from '../action-log/change-log.js';
import { RunObservers } from './run-observers.js';
import { Shutdown } from '../../base/schedule/shutdown.js';
import { RunTally } from './run-tally.js';

type InTransaction = <Result>(
  work: (transaction: Transaction) => Promise<Result>,
) => Promise<Result>;

/** A run in progress. */
interface Run {
  readonly context: ActionContext;
  readonly selection: ActionSelection;
  /** The highest key when the run began; `null` if there was no record. */
  readonly last: Key | null;
  readonly log: RunLog;
  readonly attempt: Attempt;
}

/** A chunk that was run. */
interface Step {
  /** `null` if the user may run the action on none of its records. */
  readonly outcome: ChunkOutcome | null;
  /** The key after which the next chunk starts; `null` if this was the last. */
  readonly after: Key | null;
}

/**
 * Runs an action over all records, chunk by chunk. When the service shuts down or the caller
 * disconnects, the run stops after the current chunk; committed chunks remain, and the log records
 * how many records were processed.
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
   * Returns the response as JSON; `null` if the handler returned nothing.
   * @throws RunFailure with the error and the run's progress; RequestError `max_affected_exceeded`
   * before the handler runs
   */
  async run(context: ActionContext, selection: ActionSelection): Promise<string | null> {
    const { action, resource, request, payload } = context;
    if (action.options.validate) await payload.validate(this.chunks.contextOf(context, null));
    const last = await selection.records.lastKey(this.database);
    if (this.effects.areBounded) this.effects.verify(await this.count(context, selection, last));
    const log = await this.log.startRun(request, { name: action.uriKey, resource });
    const run = { context, selection, last, log, attempt: new Attempt() };
    const tally = new RunTally(action);
    try {
      const response = (await this.walkAll(run, tally)).response(this.responses, resource.view);
      await log.finish();
      return response;
    } catch (error) {
      throw await this.explain(run, tally.progress, error);
    }
  }

  /**
   * A run in one transaction has its own tally, since its chunks count only if all are committed.
   * @contract C6.6
   */
  private walkAll(run: Run, tally: RunTally): Promise<RunTally> {
    const { action } = run.context;
    if (action.options.transaction !== 'run')
      return this.walk(run, tally, (work) => this.database.transaction(work));
    return this.database.transaction((transaction) =>
      this.walk(run, new RunTally(action), (work) => work(transaction)),
    );
  }

  private async walk(run: Run, tally: RunTally, inTransaction: InTransaction): Promise<RunTally> {
    let after: Key | null = null;
    let goesOn = run.last !== null;
    while (goesOn) {
      const started = performance.now();
      const step: Step = await inTransaction((transaction) =>
        this.step(run, tally, transaction, after),
      );
      if (step.outcome) {
        this.notifyObservers(run.context, step.outcome, started);
        await tally.add(step.outcome);
        await run.context.onProgress?.(tally.progress);
      }
      after = step.after;
      goesOn = after !== null;
      if (goesOn) await this.yieldTurn(run.context);
    }
    if (tally.progress.chunks === 0)
      await tally.add(await inTransaction((transaction) => this.runOnNone(run, transaction)));
    return tally;
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

  private async step(
    run: Run,
    tally: RunTally,
    transaction: Transaction,
    after: Key | null,
  ): Promise<Step> {
    const { context, selection, last, log, attempt } = run;
    const size = this.chunkSize(context);
    const { rows, after: next } = await selection.records.chunk(transaction, after, last!, size);
    if (rows.length === 0) return { outcome: null, after: next };
    const chunk = { selection, rows, refuse: null, begin: attempt.begin };
    const outcome = await this.chunks.run(context, transaction, chunk);
    if (outcome) log.advance(transaction, tally.progressWith(outcome));
    return { outcome, after: next };
  }

  private notifyObservers(
    { resource, action }: ActionContext,
    { records }: ChunkOutcome,
    started: number,
  ): void {
    const milliseconds = performance.now() - started;
    this.observers.notify({ resource: resource.key, action: action.uriKey, records, milliseconds });
  }

  /** Runs the handler once with an empty list if there was no record. @contract C6.3 */
  private async runOnNone(
    { context, selection, attempt }: Run,
    transaction: Transaction,
  ): Promise<ChunkOutcome> {
    const chunk = { selection, rows: [], refuse: null, begin: attempt.begin };
    return (await this.chunks.run(context, transaction, chunk))!;
  }

  /** Yields to the event loop, which an in-process database would otherwise block. */
  private async yieldTurn({ signal }: ActionContext): Promise<void> {
    await breathe();
    if (this.shutdown.isStopping)
      throw interrupted('The run stopped because the service is shutting down.');
    if (signal.aborted) throw interrupted('The run stopped because the caller disconnected.');
  }

  private async explain(
    { context, attempt, log }: Run,
    progress: RunProgress,
    error: unknown,
  ): Promise<unknown> {
    await (isRefusal(error) ? log.withdraw() : log.fail(error));
    if (progress.chunks === 0 && attempt.isRefusedBy(error, context.payload)) return error;
    return new RunFailure(error, progress);
  }
}

const interrupted = (message: string): RequestError => new RequestError('unavailable', { message });
