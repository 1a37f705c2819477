import { Inject, Injectable } from '@nestjs/common';
import { ownTable } from '../../base/own-tables.js';
import {
  DATABASE,
  type Connection,
  type Database,
  type Row,
  type Transaction,
} from '../../database/connection/database.js';
import { dialects, type Dialect } from '../../database/engines/dialects.js';
import { DatabaseClock } from '../../database/read/database-clock.js';
import { readBoolean } from './column-reader.js';
import {
  isFromFuture,
  WINDOW,
  type AttemptDecision,
  type StoredAttempt,
} from './decide-attempt.js';
import { readInstant } from '../../database/values/read-instant.js';

/** A pending attempt. */
export interface Reservation {
  /** Orders attempts: the id of the first row. */
  readonly rank: number;
  /** Ids of its rows, one per subject. */
  readonly ids: readonly number[];
}

/** Attempts of the given subjects, and the time at which they were read. */
export interface AttemptsNow {
  readonly attempts: readonly StoredAttempt[];
  readonly now: Date;
}

/** Rows of each kind deleted per pruning. */
const PRUNED_AT_ONCE = 500;

const statementsOn = (attempts: string) => ({
  insert: `insert into ${attempts} (subject, failed_at, attempt_id, is_pending) values (?, ?, ?, ?)`,
  select: `select t.id, t.subject, t.failed_at, t.attempt_id, t.is_pending from ${attempts} t`,
  update: `update ${attempts} set is_pending = ?`,
  delete: `delete from ${attempts}`,
});

/** The rows of `login_attempts`. @contract C2.6 */
@Injectable()
export class AttemptStore {
  private readonly dialect: Dialect;
  private readonly sql: ReturnType<typeof statementsOn>;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly clock: DatabaseClock,
  ) {
    this.dialect = dialects[database.dialect];
    this.sql = statementsOn(ownTable(database.dataSource, 'login_attempts'));
  }

  /** The clock is read last, so that no row can be newer than it unless the clock was set back. */
  async read(
    subjects: readonly string[],
    connection: Connection = this.database,
  ): Promise<AttemptsNow> {
    const rows = await connection.query(
      `${this.sql.select} where t.subject in (${places(subjects)})`,
      subjects,
    );
    return { attempts: rows.map(parseAttempt), now: await this.clock.read(connection) };
  }

  /** Stores a pending attempt, one row per subject. */
  reserve(subjects: readonly string[]): Promise<Reservation> {
    return this.database.transaction(async (transaction) => {
      const now = await this.clock.read(transaction);
      const ids: number[] = [];
      for (const subject of subjects)
        ids.push(await this.insert(transaction, [subject, now, ids[0] ?? null, true]));
      return { rank: ids[0]!, ids };
    });
  }

  /**
   * Decides on a pending attempt, and stores its outcome if it is admitted. The rows of its subjects
   * are locked before they are read: of two attempts that end at the same time, one sees the outcome
   * of the other.
   *
   * @param outcome `failed`, or the subject whose failed attempts are deleted after a right one
   */
  settle(
    subjects: readonly string[],
    { ids }: Reservation,
    outcome: 'failed' | { readonly cleared: string },
    decide: (attempts: AttemptsNow) => AttemptDecision,
  ): Promise<AttemptDecision> {
    return this.database.transaction(async (transaction) => {
      // A statement that waits for locks reads what was committed before it began.
      const rows = await transaction.query(
        `${this.sql.select} where t.subject in (${places(subjects)}) order by t.id${this.dialect.locks.delete}`,
        subjects,
      );
      const read = await this.read(subjects, transaction);
      const decision = decide(read);
      if (decision !== 'admitted') return decision;
      if (outcome === 'failed') {
        const sql = `${this.sql.update} where id in (${places(ids)})`;
        await transaction.query(sql, [false, ...ids]);
        return decision;
      }
      const locked = new Set(rows.map((row) => parseAttempt(row).id));
      // Only what is locked: another attempt may have locked a later row, and wait for this one.
      const cleared = read.attempts.filter(
        ({ id, subject, isPending }) => subject === outcome.cleared && !isPending && locked.has(id),
      );
      await this.remove(transaction, [...ids, ...cleared.map(({ id }) => id)]);
      return decision;
    });
  }

  /** Deletes an attempt, which then does not count. */
  async release({ ids }: Reservation): Promise<void> {
    // In a transaction, because that is retried when parallel deletes deadlock.
    await this.database.transaction((transaction) => this.remove(transaction, ids));
  }

  private async remove(transaction: Transaction, ids: readonly number[]): Promise<void> {
    await transaction.query(`${this.sql.delete} where id in (${places(ids)})`, ids);
  }

  /**
   * Deletes rows that have left the window, and rows from the future, which would otherwise count
   * later.
   */
  async prune(): Promise<void> {
    const { database, sql } = this;
    const newest = await database.query(
      `${sql.select} order by t.failed_at desc limit ${PRUNED_AT_ONCE}`,
    );
    const now = await this.clock.read(database);
    const old = await database.query(
      `${sql.select} where t.failed_at <= ? order by t.failed_at limit ${PRUNED_AT_ONCE}`,
      [new Date(now.getTime() - WINDOW)],
    );
    const future = newest.filter((row) => isFromFuture(parseAttempt(row), now));
    const ids = [...old, ...future].map((row) => parseAttempt(row).id);
    // By their ids: MariaDB would lock every row that it reads to find them.
    if (ids.length > 0) await database.write(`${sql.delete} where id in (${places(ids)})`, ids);
  }

  private async insert(transaction: Transaction, values: readonly unknown[]): Promise<number> {
    const { lastCountedKey } = this.dialect;
    if (lastCountedKey === null)
      return firstNumber(await transaction.query(`${this.sql.insert} returning id`, values));
    await transaction.query(this.sql.insert, values);
    return firstNumber(await transaction.query(lastCountedKey));
  }
}

const places = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

const firstNumber = (rows: readonly Row[]) => Number(rows[0]![0]);

function parseAttempt([id, subject, failedAt, attemptId, isPending]: Row): StoredAttempt {
  return {
    id: Number(id),
    subject: String(subject),
    failedAt: readInstant(failedAt)!,
    rank: Number(attemptId ?? id),
    isPending: readBoolean(isPending) === true,
  };
}
