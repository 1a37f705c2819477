import { AsyncScope } from '../../base/async-scope.js';
import { inPart } from '../../base/work-trace.js';
import { AdapterDecorator } from './adapter-decorator.js';
import { Beforehand, NotJoined, type Compute } from './beforehand.js';
import type { DatabaseExtension } from './database-extension.js';
import type { Database, DatabaseAdapter, ReadBounds, Row, Transaction } from './database.js';
import { JoinedTransaction } from './joined-transaction.js';
import type { FailureReport } from './transaction-callbacks.js';

type Work<Result> = (transaction: Transaction) => Promise<Result>;
type WorkApart = () => Promise<void>;

const TRANSACTION = { name: 'transaction' };

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
    readonly extension: DatabaseExtension | undefined,
  ) {
    super(adapter);
  }

  override query(sql: string, values?: readonly unknown[], bounds?: ReadBounds): Promise<Row[]> {
    const source = this.current()?.transaction ?? this.adapter;
    return source.query(sql, values, bounds);
  }

  override async write(sql: string, values?: readonly unknown[]): Promise<Row[]> {
    if (this.isJoined) return this.transaction((transaction) => transaction.query(sql, values));
    this.joined.value?.verifyKept();
    return this.adapter.write(sql, values);
  }

  override async transaction<Result>(work: Work<Result>): Promise<Result> {
    const current = this.current();
    if (!current) {
      this.joined.value?.verifyKept();
      return this.alone(work);
    }
    return current.nest((nested) => this.joined.run(nested, () => work(nested.transaction)));
  }

  async together<Result>(work: Work<Result>): Promise<Result> {
    if (this.isJoined) return this.transaction(work);
    const apart: WorkApart[] = [];
    try {
      return await this.begin(work, apart);
    } finally {
      for (const each of apart) await each();
    }
  }

  async rehearse<Result>(work: Work<Result>): Promise<Result> {
    const results: Result[] = [];
    // What belongs apart, such as the log row of a failure, is never run.
    const rehearsing = this.begin(async (transaction) => {
      results[0] = await work(transaction);
      throw new Rehearsed();
    }, []);
    await rehearsing.catch((error: unknown) => {
      if (!(error instanceof Rehearsed)) throw error;
    });
    return results[0]!;
  }

  async apart(work: WorkApart): Promise<void> {
    const current = this.current();
    if (current) current.outside.apart.push(work);
    else await work();
  }

  async beforehand<Value, Result>(
    compute: Compute<Value, Result>,
    value: Value,
    isInTransaction = false,
  ): Promise<Result> {
    const current = this.current();
    if (current) return current.outside.beforehand.resultOf(compute, value);
    if (isInTransaction) throw new NotJoined();
    return compute(value);
  }

  get isJoined(): boolean {
    return this.current() !== undefined;
  }

  /** Runs a transaction that nothing joins, unless its code needs that. */
  private async alone<Result>(work: Work<Result>): Promise<Result> {
    try {
      return await inPart(TRANSACTION, () => this.adapter.transaction(work));
    } catch (error) {
      if (error instanceof NotJoined) return this.together(work);
      throw error;
    }
  }

  /** @param apart receives what the last attempt left to be run after the transaction */
  private begin<Result>(work: Work<Result>, apart: WorkApart[]): Promise<Result> {
    const beforehand = new Beforehand();
    return this.joined.hold(async () => {
      for (;;) {
        try {
          return await this.attempt(work, apart, beforehand);
        } catch (error) {
          // Code in between may have replaced the error that ended the attempt.
          if (!(await beforehand.computeDue())) throw error;
          apart.length = 0;
        }
      }
    });
  }

  private attempt<Result>(
    work: Work<Result>,
    apart: WorkApart[],
    beforehand: Beforehand,
  ): Promise<Result> {
    const attempt = (transaction: Transaction) => {
      apart.length = 0;
      beforehand.begin();
      const joined = new JoinedTransaction(transaction, this.report, { apart, beforehand });
      return joined.run(async () => {
        const result = await this.joined.run(joined, () => work(transaction));
        beforehand.end();
        return result;
      });
    };
    return inPart(TRANSACTION, () => this.adapter.transaction(attempt));
  }

  private current(): JoinedTransaction | undefined {
    return this.joined.value?.open();
  }
}
