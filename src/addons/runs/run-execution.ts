import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { RequestError, RunFailure } from '../../base/errors/index.js';
import { describeLoggedError } from '../../base/logging/describe-logged-error.js';
import { Shutdown } from '../../base/schedule/shutdown.js';
import { DATABASE, type Database } from '../../database/connection/database.js';
import { isUnavailable } from '../../database/failures/translate-failure.js';
import { describeError } from '../../http/errors/describe-error.js';
import { ChangeLog } from '../../modules/action-log/change-log.js';
import { RunAction } from '../../modules/actions/run-action.js';
import { RunAll, type RunCall, type RunState } from '../../modules/actions/run-all.js';
import { Pulse } from './pulse.js';
import { RunCalls } from './run-calls.js';
import { LostRun, RunRows } from './run-rows.js';
import { hasEnded, type StoredRun } from './stored-run.js';

/** How often a chunk is tried while the database is unavailable or the chunk loses conflicts. */
const MAX_ATTEMPTS = 5;
/** Milliseconds before the second attempt; twice as many before each further one. */
const FIRST_PAUSE = 200;

/** A run whose user may not run it any more, or that was cancelled. */
class Cancelled extends Error {}

/** The service stops, and another process goes on. */
class Stopping extends Error {}

/**
 * Works on a run: each chunk is one transaction with the run's own row, so that each record is
 * handled exactly once, even if another process goes on after a failure. Before each chunk, the user is
 * read again and the action is authorized again.
 *
 * @contract C14.2, C14.3
 */
@Injectable()
export class RunExecution {
  private readonly logger = new Logger('Runs');
  private isStopping = false;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly rows: RunRows,
    private readonly calls: RunCalls,
    private readonly running: RunAction,
    private readonly all: RunAll,
    private readonly log: ChangeLog,
    private readonly shutdown: Shutdown,
  ) {}

  /** Lets runs stop after their current chunks. */
  stop(): void {
    this.isStopping = true;
  }

  /** Works on a run that this process has taken, until it ends or the service stops. */
  async work(run: StoredRun): Promise<void> {
    const pulse = new Pulse(this.rows, run);
    try {
      await this.runChunks(run, pulse);
    } catch (error) {
      await pulse.stop();
      if (error instanceof LostRun)
        this.logger.warn(`Another process has taken the run ${run.id}.`);
      else if (error instanceof Stopping) await this.rows.release(run);
      else throw error;
    } finally {
      await pulse.stop();
    }
  }

  private async runChunks(claimed: StoredRun, pulse: Pulse): Promise<void> {
    let [call, attempt, isDone]: [RunCall | null, number, boolean] = [null, 1, false];
    while (!isDone) {
      const run = await this.rows.read(claimed);
      // Its commit has succeeded, although the connection was lost.
      if (hasEnded(run)) return;
      try {
        if (run.status === 'cancelling') throw new Cancelled('The run was cancelled.');
        if (this.isEnding) throw new Stopping();
        call = await this.open(run, pulse, call);
        isDone = await this.runChunk(run, call, pulse);
        attempt = 1;
      } catch (error) {
        if (error instanceof LostRun || error instanceof Stopping) throw error;
        const isFinal =
          !isUnavailable(causeOf(error)) || call?.context.action.options.external === true;
        if (!isFinal && !pulse.isCancelled && !this.isEnding && attempt < MAX_ATTEMPTS) {
          await pause(FIRST_PAUSE * 2 ** (attempt - 1));
          attempt += 1;
        } else {
          await this.end(run, call, pulse, error);
          isDone = true;
        }
      }
    }
  }

  private get isEnding(): boolean {
    return this.isStopping || this.shutdown.isStopping;
  }

  /** @throws Cancelled if the user is suspended, RequestError if the user may not run the action */
  private async open(run: StoredRun, pulse: Pulse, previous: RunCall | null): Promise<RunCall> {
    const call = await this.calls.open(run, pulse);
    if (!call) throw new Cancelled('The run was cancelled, since its user is not active any more.');
    if (!previous) return call;
    // The payload is validated once.
    return { ...call, context: { ...call.context, payload: previous.context.payload } };
  }

  /** Runs the next chunk. @returns whether it was the last one */
  private runChunk(run: StoredRun, call: RunCall, pulse: Pulse): Promise<boolean> {
    const { authorizer, action, repositories } = call.context;
    const isChunked = repositories === 'all' && action.options.transaction !== 'run';
    const chunk = () => (isChunked ? this.runNext(run, call) : this.runWhole(run, call, pulse));
    const { extension } = this.database;
    return extension ? extension.during(authorizer.user as object, chunk) : chunk();
  }

  private async runNext(run: StoredRun, call: RunCall): Promise<boolean> {
    return this.database.together(async (transaction) => {
      // Read in each attempt of the transaction: `reduce` may change the total.
      const known = run.state === null ? null : (JSON.parse(run.state) as RunState);
      const state = known ? await this.all.advance(call, known) : await this.all.begin(call);
      const { tally, refused, total } = state;
      const progress = { processed: tally.records, refused, ...(total !== null && { total }) };
      if (!state.isDone) {
        const changes = { ...progress, state: JSON.stringify(state) };
        await this.rows.save(transaction, run, changes);
        return false;
      }
      const { json } = await this.all.finish(call, state);
      await this.rows.save(transaction, run, { ...progress, status: 'finished', result: json });
      return true;
    });
  }

  private async runWhole(run: StoredRun, call: RunCall, pulse: Pulse): Promise<boolean> {
    try {
      return await this.database.together(async (transaction) => {
        const { json, records, refused } = await this.running.runOpened(call);
        const changes = { processed: records, refused, result: json };
        await this.rows.save(transaction, run, { ...changes, status: 'finished' });
        return true;
      });
    } catch (error) {
      if (pulse.isLost) throw new LostRun();
      if (pulse.isCancelled) throw new Cancelled('The run was cancelled.');
      if (this.isEnding && isInterrupted(error)) throw new Stopping();
      throw error;
    }
  }

  /** Ends a run that does not go on. Its committed chunks remain. */
  private async end(
    run: StoredRun,
    call: RunCall | null,
    pulse: Pulse,
    error: unknown,
  ): Promise<void> {
    await pulse.stop();
    const state = run.state === null ? null : (JSON.parse(run.state) as RunState);
    if (state && call && !(error instanceof Cancelled)) await this.all.fail(call, state, error);
    else if (state) await this.log.failRun(state.logKey, error);
    const { body, status } = describeError(failureOf(error, state));
    if (status === 500 && !(error instanceof Cancelled)) this.logFault(run, error);
    const isCancelled = error instanceof Cancelled;
    await this.rows.renew(run, {
      status: isCancelled ? 'cancelled' : 'failed',
      processed: state?.tally.records ?? 0,
      refused: state?.refused ?? 0,
      ...(!isCancelled && { error: JSON.stringify(body) }),
    });
  }

  private logFault({ id, resource, action }: StoredRun, error: unknown): void {
    this.logger.error({
      text: `The action ${action} of ${resource} failed in the run ${id}.`,
      error: describeLoggedError(error),
    });
  }
}

/** Returns the failure with the progress of the run. @contract C6.8 */
function failureOf(error: unknown, state: RunState | null): unknown {
  if (error instanceof RunFailure) return error;
  const { chunks = 0, records = 0 } = state?.tally ?? {};
  return new RunFailure(error, { chunks, records });
}

/** Whether a run in one transaction has ended because it was asked to. */
const isInterrupted = (error: unknown): boolean => {
  const cause = causeOf(error);
  return cause instanceof RequestError && cause.code === 'unavailable';
};

const causeOf = (error: unknown): unknown => (error instanceof RunFailure ? error.cause : error);
