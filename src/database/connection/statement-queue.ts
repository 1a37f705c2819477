import { setImmediate as turn } from 'node:timers/promises';
import type { ReadBounds } from './database.js';
import { FairQueue } from '../../base/schedule/fair-queue.js';
import { RequestError } from '../../base/errors/index.js';

/**
 * A fast statement becomes slow after this many slow runs in a row: a single slow run may be due to
 * a busy machine.
 */
const RUNS = 3;
/** The most statements that are remembered. */
const MAX_STATEMENTS = 2_000;
/** The most statements that may wait. */
const MAX_WAITING = 1_000;
/** Turns of the event loop between two statements that block it. */
const MAX_TURNS = 4;
const MILLISECONDS_PER_TURN = 5;
/** A statement lets cheap ones pass that arrive within this many times its own duration. */
const PATIENCE = 4;
/** How many statements leave the queue in one turn of the event loop, when they turn out to be fast. */
const RELEASED = 8;

interface Settings {
  /** Slow statements that may run at the same time. */
  readonly width: number;
  /**
   * Milliseconds above the fastest statement from which a statement is slow. So a distant server
   * does not count as slow.
   */
  readonly slow: number;
  /** Milliseconds that a statement may wait for its turn. */
  readonly maxWait: number;
  /**
   * Whether a statement blocks the process while it runs. Then the event loop runs before the next
   * one.
   */
  readonly blocks: boolean;
}

/** Ends a turn. Call it once. */
export type Leave = () => void;

/**
 * Queues statements that are slow, or have not run yet: few of them run at the same time, so that
 * fast statements always find a connection. The statement of the caller who has used the queue
 * least goes first, and of one caller's statements the first one. An expensive one lets cheaper ones
 * pass that arrive later, but not for ever: equal ones take turns, although no two runs last equally
 * long. A statement that turns out to be fast waits no longer.
 *
 * @contract C12
 */
export class StatementQueue {
  private readonly fast = new Set<string>();
  /** The last durations of statements that were slow the last time. */
  private readonly durations = new Map<string, readonly number[]>();
  /** Callers are charged by milliseconds. */
  private readonly queue = new FairQueue<Leave>();
  private running = 0;
  private fastest = Infinity;

  constructor(private readonly settings: Settings) {}

  /** The number of waiting statements. */
  get queueLength(): number {
    return this.queue.length;
  }

  /**
   * Returns the turn of a statement, which resolves to the function that ends it; `null` for a
   * statement that does not need a turn.
   *
   * @throws RequestError `unavailable` when the turn did not come in time, or too many statements
   * wait already
   */
  turnOf(sql: string, bounds: ReadBounds | undefined): Promise<Leave> | null {
    if (!bounds || !this.isFor(sql, bounds)) return null;
    return this.enter(sql, bounds.caller?.() ?? '');
  }

  /** Returns the milliseconds of a statement that was slow the last time, otherwise `undefined`. */
  durationOf(sql: string): number | undefined {
    const known = this.durations.get(sql);
    return known && Math.min(...known);
  }

  /** Whether a statement needs a turn. */
  isFor(sql: string, bounds: ReadBounds | undefined): boolean {
    return bounds !== undefined && !bounds.isForWrite && !this.fast.has(sql);
  }

  /** Whether a statement has run, and was fast. */
  isFast(sql: string): boolean {
    return this.fast.has(sql);
  }

  /** Notes how long a statement ran. */
  ran(sql: string, milliseconds: number): void {
    if (milliseconds < this.fastest) this.fastest = milliseconds;
    if (milliseconds < this.fastest + this.settings.slow) {
      if (this.durations.size > 0) this.durations.delete(sql);
      if (this.fast.has(sql)) return;
      forgetOldest(this.fast);
      this.fast.add(sql);
      if (this.queue.length > 0) void this.release(sql);
      return;
    }
    const known = this.durations.get(sql);
    if (!known) forgetOldest(this.durations);
    const last = [...(known ?? []), milliseconds].slice(-RUNS);
    this.durations.set(sql, last);
    if (last.length === RUNS) this.fast.delete(sql);
  }

  /** Ends the turns of statements that need none any more. */
  private async release(sql: string): Promise<void> {
    while (this.fast.has(sql) && this.queue.admitKind(sql, RELEASED, () => {}) > 0) await turn();
  }

  private enter(sql: string, caller: string): Promise<Leave> {
    if (this.running < this.settings.width) {
      this.running += 1;
      return Promise.resolve(this.begin(caller));
    }
    if (this.queue.length >= MAX_WAITING) return Promise.reject(noTurnInTime());
    const { maxWait } = this.settings;
    const rank = performance.now() + PATIENCE * (this.durationOf(sql) ?? 0);
    return this.queue.wait({ caller, kind: sql, rank, maxWait, refuse: noTurnInTime });
  }

  private begin(caller: string): Leave {
    const started = performance.now();
    return () => {
      const milliseconds = performance.now() - started;
      this.queue.charge(caller, milliseconds);
      if (this.settings.blocks) void pauseAfter(milliseconds).then(() => this.admitNext());
      else this.admitNext();
    };
  }

  private admitNext(): void {
    if (!this.queue.admit((caller) => this.begin(caller))) this.running -= 1;
  }
}

/** The longer a statement blocked the process, the more turns of the event loop follow. */
async function pauseAfter(milliseconds: number): Promise<void> {
  const turns = Math.min(MAX_TURNS, Math.ceil(milliseconds / MILLISECONDS_PER_TURN));
  for (let passed = 0; passed < turns; passed += 1) await turn();
}

function forgetOldest(statements: Set<string> | Map<string, unknown>): void {
  if (statements.size >= MAX_STATEMENTS) statements.delete(statements.keys().next().value!);
}

/** Milliseconds from which a statement on a server is slow. */
const SLOW = 25;

/**
 * A quarter of a pool's connections. The others remain for short statements, and so does a part of
 * the server's processors.
 */
export const queueOf = (poolSize: number): Omit<Settings, 'maxWait'> => ({
  width: Math.max(1, Math.floor(poolSize / 4)),
  slow: SLOW,
  blocks: false,
});

const noTurnInTime = (): RequestError =>
  new RequestError('unavailable', {
    message: 'The database is busy with requests that take long. Try again later.',
    headers: { 'Retry-After': '1' },
  });
