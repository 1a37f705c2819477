import { TypeORMError, type EntityManager } from 'typeorm';
import type { Connection, ReadBounds, Row, Statement, Transaction } from './database.js';
import { rememberTransaction } from './open-transactions.js';
import type { TransactionOutcome, TransactionCallbacks } from './transaction-callbacks.js';
import { noConnectionInTime, translateChangeFailure } from '../failures/translate-failure.js';

/** A connection on which a transaction has begun. */
export interface Session extends Connection {
  readonly manager: EntityManager;
  /** As {@link Transaction.queryAll}. */
  queryAll(statements: readonly Statement[]): Promise<readonly Row[][]>;
  /**
   * @param last statements to send just before
   * @returns the rows of each
   */
  commit(last: readonly Statement[]): Promise<readonly Row[][]>;
  rollback(): Promise<void>;
  /** Whether the connection is lost, so that a rollback would take another timeout. */
  isLostBy(error: unknown): boolean;
  /** Releases the connection; `broken` if its state is unknown, so that it cannot be used again. */
  close(broken: boolean): Promise<void> | void;
}

export const transactionIsOver = (): Error =>
  new Error('The transaction is over; await its statements inside it.');

/**
 * Runs `work` in the session's transaction, ends it, releases the connection, and only then runs
 * the callbacks, so that they may use the database themselves. Of the work's own errors,
 * only those of TypeORM are translated: an unavailable service that the work called does not make
 * the database unavailable.
 *
 * @param doNotRepeat for databases that run work again
 */
export async function runTransaction<Result>(
  session: Session,
  work: (transaction: Transaction) => Promise<Result>,
  callbacks: TransactionCallbacks,
  doNotRepeat: () => void = () => {},
): Promise<Result> {
  const transaction = new OpenTransaction(session, callbacks, doNotRepeat);
  try {
    const result = await work(transaction);
    await transaction.commit();
    return result;
  } catch (error) {
    await transaction.rollback();
    throw error instanceof TypeORMError ? translateChangeFailure(error) : error;
  } finally {
    await transaction.end();
  }
}

class OpenTransaction implements Transaction {
  private isOver = false;
  /** Nothing more is sent then; a server rolls back by itself. */
  private isLost = false;
  private outcome: TransactionOutcome = 'undone';
  private queued: readonly Statement[] = [];
  private receivers: ((results: readonly Row[][]) => void)[] = [];

  constructor(
    private readonly session: Session,
    private readonly callbacks: TransactionCallbacks,
    readonly doNotRepeat: () => void,
  ) {}

  get manager(): EntityManager {
    this.verifyOpen();
    const { manager } = this.session;
    rememberTransaction(manager, this);
    return manager;
  }

  /**
   * A statement that was not awaited would run on a connection that another request already uses.
   */
  async query(sql: string, values?: readonly unknown[], bounds?: ReadBounds): Promise<Row[]> {
    if (this.queued.length === 0 && !this.isOver)
      return this.send(() => this.session.query(sql, values, bounds));
    const [rows] = await this.queryAll([{ sql, values, bounds }]);
    return rows!;
  }

  async queryAll(statements: readonly Statement[]): Promise<readonly Row[][]> {
    this.verifyOpen();
    const { queued, deliver } = this.takeQueued();
    const results = await this.send(() => this.session.queryAll([...queued, ...statements]));
    deliver(results);
    return results.slice(queued.length);
  }

  later(statements: readonly Statement[], receive?: (results: readonly Row[][]) => void): void {
    const first = this.queued.length;
    this.queued = [...this.queued, ...statements];
    if (receive)
      this.receivers.push((results) => receive(results.slice(first, first + statements.length)));
  }

  async flush(): Promise<void> {
    if (this.queued.length > 0) await this.queryAll([]);
  }

  afterCommit(work: () => Promise<void> | void): void {
    this.callbacks.committed.push(work);
  }

  afterRollback(work: () => Promise<void> | void): void {
    this.callbacks.undone.push(work);
  }

  async queryAndCommit(sql: string, values?: readonly unknown[]): Promise<Row[]> {
    const results: Row[][] = [];
    this.later([{ sql, values }], ([rows]) => results.push(rows!));
    await this.commit();
    return results[0]!;
  }

  async commit(): Promise<void> {
    if (this.outcome === 'committed') return;
    this.isOver = true;
    this.outcome = 'unknown';
    const { queued, deliver } = this.takeQueued();
    deliver(await this.send(() => this.session.commit(queued)));
    this.outcome = 'committed';
  }

  async rollback(): Promise<void> {
    if (this.outcome === 'committed') return;
    this.isOver = true;
    if (this.isLost) return;
    try {
      await this.session.rollback();
      this.outcome = 'undone';
    } catch {
      this.isLost = true;
    }
  }

  async end(): Promise<void> {
    await this.session.close(this.isLost);
    await this.callbacks.run(this.outcome);
  }

  /** What the database refuses, the caller may correct. Constraints may be checked at the commit. */
  private async send<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.isLost) throw noConnectionInTime();
    try {
      return await work();
    } catch (error) {
      this.isLost ||= this.session.isLostBy(error);
      throw translateChangeFailure(error);
    }
  }

  private verifyOpen(): void {
    if (this.isOver) throw transactionIsOver();
  }

  private takeQueued() {
    const { queued, receivers } = this;
    this.queued = [];
    this.receivers = [];
    const deliver = (results: readonly Row[][]) => receivers.forEach((receive) => receive(results));
    return { queued, deliver };
  }
}
