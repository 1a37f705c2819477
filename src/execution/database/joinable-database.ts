import { inSpan } from '../../telemetry/index.js';
import { AdapterDecorator } from './adapter-decorator.js';
import { AsyncScope } from './async-scope.js';
import type { Database, DatabaseAdapter, ReadBounds, Row, Transaction } from './database.js';
import { JoinedTransaction } from './joined-transaction.js';
import type { Replication } from '../replicas/replication.js';
import type { FailureReport } from './transaction-callbacks.js';

type Work<Result> = (transaction: Transaction) => Promise<Result>;
type WorkApart = () => Promise<void>;

/** Rolls a transaction back. */
class Rehearsed extends Error {}

/**
 * An adapter whose transactions can be joined. What belongs to a joined transaction is known by the
 * asynchronous context of the code that sends it, so that services need not pass a transaction on.
 */
export class JoinableDatabase extends AdapterDecorator implements Database {
  private readonly joined = new AsyncScope<JoinedTransaction>();

  constructor(
    adapter: DatabaseAdapter,
    private readonly report: FailureReport,
    readonly replication: Replication | null = null,
  ) {
    super(adapter);
  }

  override query(sql: string, values?: readonly unknown[], bounds?: ReadBounds): Promise<Row[]> {
    const source = this.current()?.transaction ?? this.adapter;
    return source.query(sql, values, bounds);
  }

  override write(sql: string, values?: readonly unknown[]): Promise<Row[]> {
    if (!this.isJoined) return this.adapter.write(sql, values);
    return this.transaction((transaction) => transaction.query(sql, values));
  }

  override transaction<Result>(work: Work<Result>): Promise<Result> {
    return inSpan('transaction', () => {
      const current = this.current();
      if (!current) return this.adapter.transaction(work);
      return current.nest((nested) => this.joined.run(nested, () => work(nested.transaction)));
    });
  }

  async together<Result>(work: Work<Result>): Promise<Result> {
    const apart: WorkApart[] = [];
    const running = inSpan('transaction', () =>
      this.adapter.transaction((transaction) => {
        apart.length = 0;
        return this.join(transaction, apart, work);
      }),
    );
    await running.catch((error: unknown) => {
      if (error instanceof Rehearsed) apart.length = 0;
    });
    for (const each of apart) await each();
    return running;
  }

  async rehearse<Result>(work: Work<Result>): Promise<Result> {
    const results: Result[] = [];
    const rehearsing = this.together(async (transaction) => {
      results[0] = await work(transaction);
      throw new Rehearsed();
    });
    await rehearsing.catch((error: unknown) => {
      if (!(error instanceof Rehearsed)) throw error;
    });
    return results[0]!;
  }

  async apart(work: WorkApart): Promise<void> {
    const current = this.current();
    if (current) current.apart.push(work);
    else await work();
  }

  get isJoined(): boolean {
    return this.current() !== undefined;
  }

  private async join<Result>(
    transaction: Transaction,
    apart: WorkApart[],
    work: Work<Result>,
  ): Promise<Result> {
    const joined = new JoinedTransaction(transaction, this.report, apart);
    try {
      return await this.joined.run(joined, () => work(transaction));
    } finally {
      joined.isOver = true;
    }
  }

  /** Code that outlives its transaction, such as a timer, uses the database itself again. */
  private current(): JoinedTransaction | undefined {
    return this.joined.value?.open();
  }
}
