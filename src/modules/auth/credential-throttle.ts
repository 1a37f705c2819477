import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { RequestError } from '../../errors/index.js';
import { DATABASE, type Database, type Transaction } from '../../execution/database/database.js';
import { dialects, type Dialect } from '../../execution/dialects/index.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import type { OpenTransaction } from '../../rules/password-check.js';
import { BackgroundWrites } from './background-writes.js';
import { readInstant } from './read-instant.js';

/** Milliseconds that a wrong attempt counts. */
const WINDOW = 60_000;
const INSERT = 'insert into login_attempts (subject, failed_at) values (?, ?)';
// MariaDB and MySQL take no limit inside IN, but do inside a derived table.
const PRUNE =
  'delete from login_attempts where id in (select id from' +
  ' (select id from login_attempts where failed_at <= ? order by failed_at limit 500) old)';

/** Whose attempts are counted: those of a peer, for an account, or at the current password of a user who is signed in. */
export const subjects = {
  peer: (address: string): string => `peer:${address}`,
  account: (identifier: string): string => `account:${hash('sha256', identifier)}`,
  user: (key: string): string => `user:${hash('sha256', key)}`,
} as const;

/** An attempt that counts against its subjects, until it turns out to be right. */
export interface Attempt {
  readonly subjects: readonly string[];
  /** Keys of its rows, one a subject. */
  readonly ids: readonly number[];
}

/**
 * Bounds the wrong credentials a minute of each subject. An attempt is counted before its password is looked at, and let
 * through by its rank among those before it: of any number of parallel guesses only so many pass.
 *
 * @contract C2.6
 */
@Injectable()
export class CredentialThrottle {
  private readonly overLimit: string;
  private readonly overLimitNow: string;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(OPTIONS) options: ResolvedOptions,
    private readonly background: BackgroundWrites,
  ) {
    const earlier = options.authentication.failuresPerMinute - 1;
    const last = `order by failed_at desc, id desc limit 1 offset ${earlier}`;
    const counted = 'select failed_at from login_attempts where subject = ? and failed_at > ?';
    this.overLimit = `${counted} and id < ? ${last}`;
    this.overLimitNow = `${counted} ${last}`;
  }

  /**
   * Counts an attempt, and refuses it where it is one too many.
   *
   * @throws RequestError `too_many_requests` with the seconds to wait, whether the credentials are right or wrong
   */
  async admit(subjects: readonly string[]): Promise<Attempt> {
    const now = new Date();
    const attempt = { subjects, ids: await this.count(subjects, now) };
    this.background.start('Pruning login attempts', () => this.database.write(PRUNE, [windowBefore(now)]));
    await this.verify(attempt);
    return attempt;
  }

  /**
   * Refuses an attempt that has too many before it. To be asked again once the password is checked and before the verdict
   * is told: PostgreSQL, MariaDB and MySQL may commit an earlier row a moment after a later one, and by then they have.
   *
   * @throws RequestError `too_many_requests`
   */
  async verify({ subjects, ids }: Attempt): Promise<void> {
    const now = new Date();
    const waits = await Promise.all(subjects.map((subject, index) => this.waitOf(subject, ids[index]!, now)));
    const seconds = Math.max(...waits);
    if (seconds === 0) return;
    await this.database.transaction((transaction) => forget(transaction, ids));
    throw tooMany(seconds);
  }

  /** The attempt was right: this subject of its starts anew, and the others are not blamed for it. */
  async succeed({ ids }: Attempt, subject: string): Promise<void> {
    await this.database.transaction(async (transaction) => {
      await transaction.query('delete from login_attempts where subject = ?', [subject]);
      await forget(transaction, ids);
    });
  }

  /**
   * As {@link admit} where no attempt can be counted yet, in a transaction that is under way: so many may pass beside each
   * other as there are transactions.
   *
   * @throws RequestError `too_many_requests`
   */
  async verifyWithin(transaction: OpenTransaction, subject: string): Promise<void> {
    const now = new Date();
    const [row] = await transaction.query(this.overLimitNow, [subject, windowBefore(now)]);
    if (row) throw tooMany(secondsUntilFree(row, now));
  }

  /** Counts an attempt that was wrong. */
  async blame(subject: string): Promise<void> {
    await this.count([subject], new Date());
  }

  private count(subjects: readonly string[], now: Date): Promise<number[]> {
    const dialect = dialects[this.database.dialect];
    return this.database.transaction(async (transaction) => {
      const ids: number[] = [];
      for (const subject of subjects) ids.push(await insert(transaction, dialect, [subject, now]));
      return ids;
    });
  }

  /** Seconds until fewer than the limit are left in the window; 0 when that is so now. */
  private async waitOf(subject: string, id: number, now: Date): Promise<number> {
    const [row] = await this.database.query(this.overLimit, [subject, windowBefore(now), id]);
    return row ? secondsUntilFree(row, now) : 0;
  }
}

function secondsUntilFree([failedAt]: readonly unknown[], now: Date): number {
  const free = readInstant(failedAt)!.getTime() + WINDOW;
  return Math.max(1, Math.ceil((free - now.getTime()) / 1000));
}

const tooMany = (seconds: number): RequestError =>
  new RequestError('too_many_requests', { headers: { 'Retry-After': String(seconds) } });

const windowBefore = (now: Date) => new Date(now.getTime() - WINDOW);

/** In a transaction, since that is tried again when parallel deletes of one account lock each other out. */
async function forget(transaction: Transaction, ids: readonly number[]): Promise<void> {
  await transaction.query(`delete from login_attempts where id in (${ids.map(() => '?').join(', ')})`, ids);
}

async function insert(
  transaction: Transaction,
  { lastCountedKey }: Dialect,
  values: readonly unknown[],
): Promise<number> {
  if (lastCountedKey === null) return firstNumber(await transaction.query(`${INSERT} returning id`, values));
  await transaction.query(INSERT, values);
  return firstNumber(await transaction.query(lastCountedKey));
}

const firstNumber = (rows: readonly (readonly unknown[])[]) => Number(rows[0]![0]);
