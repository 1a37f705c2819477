import { Inject, Injectable } from '@nestjs/common';
import {
  DATABASE,
  type Database,
  type Row,
  type Transaction,
} from '../../database/connection/database.js';
import { dialects } from '../../database/engines/dialects.js';
import { DatabaseClock } from '../../database/read/database-clock.js';
import { readInstant } from '../../database/values/read-instant.js';
import { storedValue } from '../../database/values/stored-values.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import type { CompiledTable } from '../../registry/resources/compiled-resource.js';
import { describeTable } from '../../registry/resources/describe-table.js';
import type { RunStatus } from '../../pipeline/describing/run-statuses.js';
import { Run } from './run.entity.js';
import { hasEnded, type StoredRun } from './stored-run.js';

const DAY = 24 * 60 * 60 * 1000;

/** The columns of a {@link StoredRun}, in the order of its members. */
const COLUMNS =
  't.id, t.user_id, t.resource, t.action, t.request, t.status, t.processed, t.total, t.refused,' +
  ' t.result, t.error, t.state, t.batch_id, t.epoch, t.revision, t.created_at, t.started_at, t.finished_at';

const UNFINISHED = `t.status in ('queued', 'running', 'cancelling')`;

/** A run that this process works on, until another one takes it. */
export type Claim = Pick<StoredRun, 'id' | 'epoch'>;

/** What changes of a run, by the columns. */
export type RunChanges = Partial<
  Pick<Run, 'status' | 'processed' | 'refused' | 'total' | 'result' | 'error' | 'state'>
>;

/** Which runs a list contains. */
export interface RunFilter {
  /** The key of their user; `null` for those of all users. */
  readonly userId: string | null;
  readonly status: RunStatus | null;
}

/** Another process has taken the run, since this one gave no sign of life for too long. */
export class LostRun extends Error {}

/**
 * The table of runs. A process takes a run for a time, which each sign of life extends. Every taking
 * raises the run's epoch, and only the latest epoch may change the run: a process that was taken for
 * dead cannot commit what it did.
 *
 * @contract C14.3
 */
@Injectable()
export class RunRows {
  private readonly table: CompiledTable;
  private readonly name: string;
  private readonly lock: string;
  private readonly clockSql: string;
  /** How long a process is taken to be alive after a sign of life, in milliseconds. */
  readonly lease: number;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(OPTIONS) { runs }: ResolvedOptions,
    private readonly clock: DatabaseClock,
  ) {
    const { locks, clock: clockSql, quote } = dialects[database.dialect];
    this.table = describeTable(database.dataSource.getMetadata(Run));
    this.name = quote(this.table.name);
    this.lock = locks.change;
    this.clockSql = clockSql;
    this.lease = runs.lease * 1000;
  }

  /** Stores a queued run with the transaction. */
  async insert(
    transaction: Transaction,
    run: Pick<StoredRun, 'id' | 'userId' | 'resource' | 'action' | 'request' | 'total' | 'batchId'>,
  ): Promise<StoredRun> {
    const createdAt = await this.clock.read(transaction);
    const stored: StoredRun = {
      ...run,
      ...{ status: 'queued', processed: 0, refused: 0, result: null, error: null, state: null },
      ...{ epoch: 0, revision: 0, createdAt, startedAt: null, finishedAt: null },
    };
    const columns = COLUMNS.replaceAll('t.', '');
    const values = [
      ...[run.id, run.userId, run.resource, run.action, run.request, 'queued', 0, run.total, 0],
      ...[null, null, null, run.batchId, 0, 0, this.bound(createdAt), null, null],
    ];
    const places = values.map(() => '?').join(', ');
    const sql = `insert into ${this.name} (${columns}) values (${places})`;
    transaction.later([{ sql, values }]);
    return stored;
  }

  async find(id: string): Promise<StoredRun | null> {
    const [row] = await this.findAll([id]);
    return row ?? null;
  }

  async findAll(ids: readonly string[]): Promise<readonly StoredRun[]> {
    const places = ids.map(() => '?').join(', ');
    const sql = `select ${COLUMNS} from ${this.name} t where t.id in (${places})`;
    return (await this.database.query(sql, ids)).map(readRun);
  }

  /** Returns one page of runs, the latest first, without their results, and the number of all. */
  async list(
    filter: RunFilter,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly runs: readonly StoredRun[]; readonly total: number }> {
    const conditions = [
      ...(filter.userId === null ? [] : [{ sql: 't.user_id = ?', value: filter.userId }]),
      ...(filter.status === null ? [] : [{ sql: 't.status = ?', value: filter.status }]),
    ];
    const where = ['1 = 1', ...conditions.map(({ sql }) => sql)].join(' and ');
    const values = conditions.map(({ value }) => value);
    const columns = COLUMNS.replace('t.request', 'null')
      .replace('t.result', 'null')
      .replace('t.state', 'null');
    const [counted] = await this.database.query(
      `select count(*) from ${this.name} t where ${where}`,
      values,
    );
    const rows = await this.database.query(
      `select ${columns} from ${this.name} t where ${where} order by t.created_at desc, t.id desc limit ? offset ?`,
      [...values, limit, offset],
    );
    return { runs: rows.map(readRun), total: Number(counted![0]) };
  }

  /** Returns how many runs of a user have not ended. */
  async countUnfinished(userId: string): Promise<number> {
    const sql = `select count(*) from ${this.name} t where t.user_id = ? and ${UNFINISHED}`;
    const [row] = await this.database.query(sql, [userId]);
    return Number(row![0]);
  }

  /** Returns the ids of runs that no process works on, the oldest first. */
  async findWaiting(limit: number): Promise<readonly string[]> {
    const sql = `select t.id from ${this.name} t where ${this.waiting} order by t.created_at limit ?`;
    return (await this.database.query(sql, [limit])).map(([id]) => String(id));
  }

  /** Returns for how many seconds the run that has waited longest for a process has waited, or 0. */
  async longestWait(): Promise<number> {
    const since = 'min(coalesce(t.lease_until, t.created_at))';
    const sql = `select ${since}, ${this.clockSql} from ${this.name} t where ${this.waiting}`;
    const [row] = await this.database.query(sql);
    const [waitingSince, now] = [readInstant(row![0]), readInstant(row![1])!];
    return waitingSince === null ? 0 : (now.getTime() - waitingSince.getTime()) / 1000;
  }

  /** Takes a run, unless it has ended or another process works on it. */
  claim(id: string): Promise<StoredRun | null> {
    return this.database.transaction(async (transaction) => {
      const now = await this.clock.read(transaction);
      const [row] = await transaction.query(
        `select ${COLUMNS} from ${this.name} t where t.id = ? and ${this.waiting}${this.lock}`,
        [id],
      );
      if (!row) return null;
      const found = readRun(row);
      const status = found.status === 'queued' ? 'running' : found.status;
      const [epoch, revision] = [found.epoch + 1, found.revision + 1];
      const startedAt = found.startedAt ?? now;
      this.update(transaction, id, {
        ...{ epoch, revision, status },
        ...{ started_at: this.bound(startedAt), lease_until: this.leaseFrom(now) },
      });
      return { ...found, epoch, revision, status, startedAt };
    });
  }

  /** Returns the run as it is stored. @throws LostRun */
  async read({ id, epoch }: Claim): Promise<StoredRun> {
    const run = await this.find(id);
    if (run?.epoch !== epoch) throw new LostRun();
    return run;
  }

  /**
   * Gives a sign of life, with the progress that is not committed yet.
   *
   * @returns the status, since the run may have been cancelled
   * @throws LostRun
   */
  renew(claim: Claim, changes: RunChanges): Promise<RunStatus> {
    return this.database.transaction((transaction) => this.save(transaction, claim, changes));
  }

  /**
   * Changes a run at the end of the transaction, so that both are committed together.
   *
   * @returns the status before
   * @throws LostRun, which must roll the transaction back
   */
  async save(
    transaction: Transaction,
    { id, epoch }: Claim,
    changes: RunChanges,
  ): Promise<RunStatus> {
    const now = await this.clock.read(transaction);
    const [row] = await transaction.query(
      `select t.status, t.epoch, t.revision from ${this.name} t where t.id = ?${this.lock}`,
      [id],
    );
    const status = row?.[0] as RunStatus | undefined;
    if (!status || Number(row![1]) !== epoch || hasEnded({ status })) throw new LostRun();
    const isEnd = changes.status !== undefined && hasEnded({ status: changes.status });
    this.update(transaction, id, {
      ...changes,
      lease_until: this.leaseFrom(now),
      ...(Object.keys(changes).length > 0 && { revision: Number(row![2]) + 1 }),
      ...(isEnd && this.ending(now)),
    });
    return status;
  }

  /** Lets another process go on with the run at once. */
  async release({ id, epoch }: Claim): Promise<void> {
    const sql = `update ${this.name} set lease_until = ${this.clockSql} where id = ? and epoch = ?`;
    await this.database.write(sql, [id, epoch]);
  }

  /** Cancels a run: at once if it has not begun, otherwise after its current chunk. */
  async cancel(id: string): Promise<StoredRun> {
    return this.database.transaction(async (transaction) => {
      const now = await this.clock.read(transaction);
      const [row] = await transaction.query(
        `select ${COLUMNS} from ${this.name} t where t.id = ?${this.lock}`,
        [id],
      );
      const run = readRun(row!);
      if (hasEnded(run) || run.status === 'cancelling') return run;
      const status = run.status === 'queued' ? 'cancelled' : 'cancelling';
      const revision = run.revision + 1;
      const isEnd = status === 'cancelled';
      this.update(transaction, id, { status, revision, ...(isEnd && this.ending(now)) });
      return { ...run, status, revision, ...(isEnd && { finishedAt: now }) };
    });
  }

  /** Removes runs that ended some days ago. */
  async prune(days: number): Promise<void> {
    const before = this.bound(new Date(Date.now() - days * DAY));
    await this.database.write(`delete from ${this.name} where finished_at < ?`, [before]);
  }

  /** On `t`. */
  private get waiting(): string {
    return `${UNFINISHED} and (t.lease_until is null or t.lease_until <= ${this.clockSql})`;
  }

  private ending(now: Date) {
    return { finished_at: this.bound(now), lease_until: null, request: null, state: null };
  }

  private leaseFrom(now: Date): unknown {
    return this.bound(new Date(now.getTime() + this.lease));
  }

  private update(transaction: Transaction, id: string, values: Readonly<Record<string, unknown>>) {
    const changes = Object.keys(values).map((column) => `${column} = ?`);
    const sql = `update ${this.name} set ${changes.join(', ')} where id = ?`;
    transaction.later([{ sql, values: [...Object.values(values), id] }]);
  }

  private bound(date: Date): unknown {
    return storedValue(date, this.table.columns.get('created_at')!);
  }
}

function readRun(row: Row): StoredRun {
  const text = (at: number) => (row[at] === null ? null : String(row[at]));
  return {
    id: String(row[0]),
    userId: String(row[1]),
    resource: String(row[2]),
    action: String(row[3]),
    request: text(4),
    status: row[5] as RunStatus,
    processed: Number(row[6]),
    total: row[7] === null ? null : Number(row[7]),
    refused: Number(row[8]),
    result: text(9),
    error: text(10),
    state: text(11),
    batchId: String(row[12]),
    epoch: Number(row[13]),
    revision: Number(row[14]),
    createdAt: readInstant(row[15])!,
    startedAt: readInstant(row[16]),
    finishedAt: readInstant(row[17]),
  };
}
