import type { EntityManager } from 'typeorm';
import type { Beforehand } from './beforehand.js';
import type { Row, Statement, Transaction } from './database.js';
import { runTransaction, type Session } from './run-transaction.js';
import { TransactionCallbacks, type FailureReport, type Outcome } from './transaction-callbacks.js';
import { WriteWatches } from './write-watches.js';

/** The outermost transaction notes the statements of those inside it. */
const unwatched = new WriteWatches();

/** What is run outside of a joined transaction. */
interface Outside {
  /** Run after it. */
  readonly apart: (() => Promise<void>)[];
  readonly beforehand: Beforehand;
}

/** A transaction that others join, each of them as a savepoint. */
export class JoinedTransaction {
  isOver = false;
  private lastNested: Promise<unknown> = Promise.resolve();

  /** @param parent the transaction that this one is nested in */
  constructor(
    readonly transaction: Transaction,
    private readonly report: FailureReport,
    readonly outside: Outside,
    private readonly parent?: JoinedTransaction,
  ) {}

  /** Returns this transaction, or the first one around it that is not over. */
  open(): JoinedTransaction | undefined {
    return this.isOver ? this.parent?.open() : this;
  }

  /** Runs work in a savepoint. Several wait for each other, since they share the connection. */
  nest<Result>(work: (nested: JoinedTransaction) => Promise<Result>): Promise<Result> {
    const nesting = this.lastNested.then(() => this.run(work));
    this.lastNested = nesting.catch(() => undefined);
    return nesting;
  }

  private run<Result>(work: (nested: JoinedTransaction) => Promise<Result>): Promise<Result> {
    const { transaction: outer, report, outside } = this;
    const inside = async (transaction: Transaction) => {
      const nested = new JoinedTransaction(transaction, report, outside, this);
      return work(nested).finally(() => (nested.isOver = true));
    };
    const callbacks = new NestedCallbacks(outer, report);
    return runTransaction(new Savepoint(outer, this.depth), inside, callbacks, unwatched);
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

  override async run(outcome: Outcome): Promise<void> {
    if (outcome !== 'committed') return super.run(outcome);
    this.outer.afterCommit(() => super.run('committed'));
    this.outer.afterRollback(() => super.run('undone'));
  }
}
