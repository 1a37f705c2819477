import type BetterSqlite3 from 'better-sqlite3';
import { bindValues } from '../database/bind-values.js';
import type { ConnectionLoad, ReadBounds, Row } from '../database/database.js';
import type { StatementObservers } from '../database/statement-observers.js';
import { StatementQueue, type Leave } from '../database/statement-queue.js';
import { translateFailure } from '../database/translate-failure.js';
import { findBetterSqlite, loadBetterSqlite } from './load-better-sqlite.js';
import { ReadEstimate, type PlanSource } from './read-estimate.js';
import { ReadWorkers } from './read-workers.js';
import { SqliteConnection } from './sqlite-connection.js';
import { registerFunctions } from './sqlite-functions.js';

/**
 * Bytes at the file's beginning that a reader maps into memory, instead of copying them page by
 * page.
 */
const MAPPED = 128 * 1024 * 1024;

/** Milliseconds from which a read is slow: no other request is served while it runs. */
const SLOW = 2;

export interface ReaderSettings {
  readonly file: string;
  /** Milliseconds that a read waits while another process locks the file. */
  readonly lockWait: number;
  /** Milliseconds that a slow read waits for its turn. */
  readonly readWait: number;
  /** Milliseconds that a read on a worker thread may take. */
  readonly statementTimeout: number;
  /** Worker threads for long reads; 0 to run all reads in this one. */
  readonly workers: number;
}

/**
 * Reads committed data. Short reads run at once on a connection of this thread. Long ones run on
 * worker threads, so that other requests are served meanwhile; without workers, slow ones take
 * turns here.
 */
export class SqliteReader {
  private readonly connection: SqliteConnection;
  private readonly queue: StatementQueue;
  private readonly estimate: ReadEstimate;
  private readonly workers: ReadWorkers | null;

  constructor(
    private readonly settings: ReaderSettings,
    private readonly observers: StatementObservers,
  ) {
    this.connection = new SqliteConnection(openReader(settings));
    this.estimate = new ReadEstimate(planSource(this.connection.native));
    const { workers, readWait: maxWait } = settings;
    const blocks = workers === 0;
    this.queue = new StatementQueue({ width: workers || 1, slow: SLOW, maxWait, blocks });
    this.workers = blocks ? null : workersOf(settings, this.queue);
  }

  query(sql: string, values: readonly unknown[] = [], bounds?: ReadBounds): Promise<Row[]> {
    if (this.workers && bounds) {
      const isLong = this.estimate.isLong(sql, values, bounds);
      return isLong
        ? this.readOnWorker(this.workers, sql, values, bounds)
        : this.read(sql, values, bounds);
    }
    const turn = this.queue.turnOf(sql, bounds);
    return turn === null
      ? this.read(sql, values, bounds)
      : this.readInTurn(turn, sql, values, bounds);
  }

  /** How busy the connections of reads are. That of this thread always counts as idle. */
  get load(): ConnectionLoad {
    return this.workers?.load ?? NO_WORKERS;
  }

  async close(): Promise<void> {
    this.connection.native.close();
    await this.workers?.close(this.settings.lockWait);
  }

  private read(sql: string, values: readonly unknown[], bounds?: ReadBounds): Promise<Row[]> {
    const started = performance.now();
    const running = this.observers.start(sql);
    try {
      const rows = this.connection.run(sql, values, bounds);
      running.end(rows.length);
      this.note(sql, performance.now() - started, bounds);
      return Promise.resolve(rows);
    } catch (error) {
      running.refuse(error);
      return Promise.reject(translated(error));
    }
  }

  /** Other requests run before and after a slow read. */
  private async readInTurn(
    turn: Promise<Leave>,
    ...statement: Parameters<SqliteReader['read']>
  ): Promise<Row[]> {
    const leave = await turn;
    try {
      return await this.read(...statement);
    } finally {
      leave();
    }
  }

  private async readOnWorker(
    workers: ReadWorkers,
    sql: string,
    values: readonly unknown[],
    bounds: ReadBounds,
  ): Promise<Row[]> {
    const running = this.observers.start(sql);
    try {
      const { rows, milliseconds } = await workers.run({ sql, values: bindValues(values), bounds });
      running.end(rows.length);
      this.note(sql, milliseconds, bounds);
      return rows;
    } catch (error) {
      running.refuse(error);
      throw translated(error);
    }
  }

  private note(sql: string, milliseconds: number, bounds?: ReadBounds): void {
    this.queue.ran(sql, milliseconds);
    if (bounds) this.estimate.ran(sql, bounds, milliseconds);
  }
}

const NO_WORKERS: ConnectionLoad = { open: 1, idle: 1, max: 1, waiting: 0 };

/** A write on the reader is a mistake in the caller's code, not a state of the database. */
const translated = (error: unknown): unknown =>
  (error as { readonly code?: unknown }).code === 'SQLITE_READONLY'
    ? error
    : translateFailure(error);

function openReader({ file, lockWait: timeout }: ReaderSettings): BetterSqlite3.Database {
  const Driver = loadBetterSqlite();
  const reader = new Driver(file, { readonly: true, timeout });
  reader.pragma(`mmap_size = ${MAPPED}`);
  registerFunctions(reader);
  return reader;
}

function workersOf({ file, lockWait, statementTimeout }: ReaderSettings, queue: StatementQueue) {
  const connection = { driver: findBetterSqlite(), file, timeout: lockWait, mapped: MAPPED };
  return new ReadWorkers(connection, queue, statementTimeout);
}

interface PlanLine {
  readonly detail: string;
}

const planSource = (reader: BetterSqlite3.Database): PlanSource => ({
  explain(sql, values) {
    try {
      const plan = reader.prepare<unknown[], PlanLine>(`explain query plan ${sql}`);
      return plan.all(bindValues(values)).map(({ detail }) => detail);
    } catch {
      // The statement itself fails with the same error.
      return [];
    }
  },
  countPages: () => reader.pragma('page_count', { simple: true }) as number,
});
