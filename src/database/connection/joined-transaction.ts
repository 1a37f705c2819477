import type { EntityManager } from 'typeorm';
import type { Beforehand } from './beforehand.js';
import type { Row, Statement, Transaction } from './database.js';
import { runTransaction, type Session } from './run-transaction.js';
import {
  TransactionCallbacks,
  type FailureReport,
  type TransactionOutcome,
} from './transaction-callbacks.js';

/** What is run outside of a joined transaction. */
interface Outside {
  /** Run after it. */
  readonly apart: (() => Promise<void>)[];
  readonly beforehand: Beforehand;
}

/** A transaction that others join, each of them as a savepoint. */
export class JoinedTransaction {
  private state: 'open' | 'over' | 'undone' = 'open';
  private lastNested: Promise<unknown> = Promise.resolve();

  /** @param parent the transaction that this one is nested in */
  constructor(
    readonly transaction: Transaction,
    private readonly report: FailureReport,
    readonly outside: Outside,
    private readonly parent?: JoinedTransaction,
  ) {}

  /**
   * Returns this transaction, or the first one around it that is not over; `undefined` for code that
   * outlives all of them, such as a timer.
   */
  open(): JoinedTransaction | undefined {
    if (this.state === 'open') return this;
    return this.state === 'over' ? this.parent?.open() : undefined;
  }

  /**
   * Verifies that code may write, inside or after this transaction.
   *
   * @throws Error if the transaction was rolled back: what its code goes on to write would remain
   */
  verifyKept(): void {
    if (this.state === 'undone')
      throw new Error('The transaction of this code was rolled back; await its writes inside it.');
    if (this.state === 'over') this.parent?.verifyKept();
  }

  /** Runs work, and is over then. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work();
      this.state = 'over';
      return result;
    } catch (error) {
      this.state = 'undone';
      throw error;
    }
  }

  /** Runs work in a savepoint. Several wait for each other, since they share the connection. */
  nest<Result>(work: (nested: JoinedTransaction) => Promise<Result>): Promise<Result> {
    const nesting = this.lastNested.then(() => this.runNested(work));
    this.lastNested = nesting.catch(() => undefined);
    return nesting;
  }

  private runNested<Result>(work: (nested: JoinedTransaction) => Promise<Result>): Promise<Result> {
    const { transaction: outer, report, outside } = this;
    const inside = async (transaction: Transaction) => {
      const nested = new JoinedTransaction(transaction, report, outside, this);
      return nested.run(() => work(nested));
    };
    const callbacks = new NestedCallbacks(outer, report);
    const session = new Savepoint(outer, this.depth);
    return runTransaction(session, inside, callbacks, () => outer.doNotRepeat());
  }

  private get depth(): number {
    return this.parent ? this.parent.depth + 1 : 1;
  }
}

/**
 * A session inside of another transaction. It begins with its first statement, or before those that
 * TypeORM's manager sends.
 */
class Savepoint implements Session {
  private readonly name: string;
  private isBegun = false;

  constructor(
    private readonly outer: Transaction,
    depth: number,
  ) {
    this.name = `joined_${depth}`;
  }

  get manager(): EntityManager {
    if (!this.isBegun) this.outer.queryAll(this.begin()).catch(() => undefined);
    return this.outer.manager;
  }

  async query(...[sql, values, bounds]: Parameters<Transaction['query']>): Promise<Row[]> {
    const [rows] = await this.queryAll([{ sql, values, bounds }]);
    return rows!;
  }

  async queryAll(statements: readonly Statement[]): Promise<readonly Row[][]> {
    const begin = this.begin();
    return (await this.outer.queryAll([...begin, ...statements])).slice(begin.length);
  }

  async commit(last: readonly Statement[]): Promise<readonly Row[][]> {
    if (!this.isBegun && last.length === 0) return [];
    const release = { sql: `release savepoint ${this.name}` };
    return (await this.queryAll([...last, release])).slice(0, -1);
  }

  async rollback(): Promise<void> {
    if (this.isBegun) await this.outer.query(`rollback to savepoint ${this.name}`);
  }

  /** The transaction outside finds out. */
  isLostBy(): boolean {
    return false;
  }

  close(): void {}

  private begin(): readonly Statement[] {
    if (this.isBegun) return [];
    this.isBegun = true;
    return [{ sql: `savepoint ${this.name}` }];
  }
}

/** Callbacks that wait for the end of the transaction outside. */
class NestedCallbacks extends TransactionCallbacks {
  constructor(
    private readonly outer: Transaction,
    report: FailureReport,
  ) {
    super(report);
  }

  override async run(outcome: TransactionOutcome): Promise<void> {
    if (outcome !== 'committed') return super.run(outcome);
    this.outer.afterCommit(() => super.run('committed'));
    this.outer.afterRollback(() => super.run('undone'));
  }
}
