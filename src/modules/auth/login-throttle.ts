import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { RequestError } from '../../errors/index.js';
import { DATABASE, type Database, type Transaction } from '../../execution/database/database.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { BackgroundWrites } from './background-writes.js';
import { readInstant } from './read-instant.js';

/** Milliseconds that a wrong attempt counts. */
const WINDOW = 60_000;
const INSERT = 'insert into login_attempts (subject, failed_at) values (?, ?)';
// MariaDB takes no limit inside IN, but does inside a derived table.
const PRUNE =
  'delete from login_attempts where id in (select id from' +
  ' (select id from login_attempts where failed_at <= ? order by failed_at limit 500) old)';

/** An attempt that counts against its peer and its account, until it turns out to be right. */
export interface Attempt {
  /** Whose attempts are counted: the peer's, and the account's. */
  readonly subjects: readonly string[];
  /** Keys of its rows, one a subject. */
  readonly ids: readonly number[];
}

/**
 * Bounds the wrong credentials a minute, from one peer and for one account. An attempt is counted before its password
 * is looked at, and let through by its rank among those before it: of any number of parallel guesses only so many pass.
 *
 * @contract C2.6
 */
@Injectable()
export class LoginThrottle {
  private readonly overLimit: string;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(OPTIONS) options: ResolvedOptions,
    private readonly background: BackgroundWrites,
  ) {
    const earlier = options.authentication.failuresPerMinute - 1;
    this.overLimit =
      'select failed_at from login_attempts where subject = ? and failed_at > ? and id < ?' +
      ` order by failed_at desc, id desc limit 1 offset ${earlier}`;
  }

  /**
   * Counts an attempt, and refuses it where it is one too many.
   *
   * @throws RequestError `too_many_requests` with the seconds to wait, whether the credentials are right or wrong
   */
  async admit(peer: string, identifier: string): Promise<Attempt> {
    const now = new Date();
    const subjects = [`peer:${peer}`, `account:${hash('sha256', identifier)}`];
    const attempt = { subjects, ids: await this.count(subjects, now) };
    this.background.start('Pruning login attempts', () => this.database.write(PRUNE, [windowBefore(now)]));
    await this.verify(attempt);
    return attempt;
  }

  /**
   * Refuses an attempt that has too many before it. To be asked again once the password is checked and before the verdict
   * is told: PostgreSQL and MariaDB may commit an earlier row a moment after a later one, and by then they have.
   *
   * @throws RequestError `too_many_requests`
   */
  async verify({ subjects, ids }: Attempt): Promise<void> {
    const now = new Date();
    const waits = await Promise.all(subjects.map((subject, index) => this.waitOf(subject, ids[index]!, now)));
    const seconds = Math.max(...waits);
    if (seconds === 0) return;
    await this.database.transaction((transaction) => forget(transaction, ids));
    throw new RequestError('too_many_requests', { headers: { 'Retry-After': String(seconds) } });
  }

  /** The attempt was right: its account starts anew, and its peer is not blamed for it. */
  async succeed({ subjects: [, account], ids }: Attempt): Promise<void> {
    await this.database.transaction(async (transaction) => {
      await transaction.query('delete from login_attempts where subject = ?', [account]);
      await forget(transaction, ids);
    });
  }

  private count(subjects: readonly string[], now: Date): Promise<number[]> {
    return this.database.transaction(async (transaction) => {
      const ids: number[] = [];
      for (const subject of subjects) ids.push(await insert(transaction, this.database.dialect, [subject, now]));
      return ids;
    });
  }

  /** Seconds until fewer than the limit are left in the window; 0 when that is so now. */
  private async waitOf(subject: string, id: number, now: Date): Promise<number> {
    const [row] = await this.database.query(this.overLimit, [subject, windowBefore(now), id]);
    if (!row) return 0;
    const free = readInstant(row[0])!.getTime() + WINDOW;
    return Math.max(1, Math.ceil((free - now.getTime()) / 1000));
  }
}

const windowBefore = (now: Date) => new Date(now.getTime() - WINDOW);

/** In a transaction, since that is tried again when parallel deletes of one account lock each other out. */
async function forget(transaction: Transaction, ids: readonly number[]): Promise<void> {
  await transaction.query(`delete from login_attempts where id in (${ids.map(() => '?').join(', ')})`, ids);
}

/** MySQL has no RETURNING, the others no `last_insert_id()`. */
async function insert(transaction: Transaction, dialect: string, values: readonly unknown[]): Promise<number> {
  if (dialect !== 'mariadb') return firstNumber(await transaction.query(`${INSERT} returning id`, values));
  await transaction.query(INSERT, values);
  return firstNumber(await transaction.query('select last_insert_id()'));
}

const firstNumber = (rows: readonly (readonly unknown[])[]) => Number(rows[0]![0]);
