import pg, { type Pool, type PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';
import type { Limits } from '../../options/limits.js';
import type {
  ConnectionLoad,
  Database,
  ReadBounds,
  Row,
  Statement,
  StatementObserver,
  Transaction,
  WriteWatch,
} from '../database/database.js';
import { failFastWhenLost } from '../database/lost-connection.js';
import { LongResult, refusedAtStart } from '../database/long-result.js';
import { bytesOf } from '../database/row-bytes.js';
import { PostgresSession, type Receive, type Send } from './postgres-session.js';
import { PostgresStatements } from './postgres-statements.js';
import { retryOnDeadlock } from '../database/retry-on-deadlock.js';
import { runTransaction, type Session } from '../database/run-transaction.js';
import { queueOf, StatementQueue, type Leave } from '../database/statement-queue.js';
import { StatementObservers } from '../database/statement-observers.js';
import type { FailureReport } from '../database/transaction-callbacks.js';
import { transactionRunnerOf } from '../database/transaction-runner.js';
import {
  isConnectionLost,
  translateFailure,
  translateRefusal,
} from '../database/translate-failure.js';

const Runner = transactionRunnerOf(PostgresQueryRunner);

const nothingBound: readonly unknown[] = [];

/** PostgreSQL by pg's own pool: named statements, rows as arrays, values as text. */
export class PostgresDatabase implements Database {
  readonly dialect = 'postgres';
  private readonly pool: Pool;
  private readonly statements = new PostgresStatements();
  private readonly queue: StatementQueue;
  private readonly observers = new StatementObservers();

  /** @param dataSource initialized, with the options of `connectionOptions` */
  constructor(
    readonly dataSource: DataSource,
    limits: Pick<Limits, 'largeReadWait'>,
    private readonly report: FailureReport,
  ) {
    this.pool = (dataSource.driver as PostgresDriver).master as Pool;
    this.queue = new StatementQueue({
      ...queueOf(this.pool.options.max),
      maxWait: limits.largeReadWait,
    });
    dataSource.subscribers.push(this.observers.subscriber);
  }

  /**
   * The hottest path of the service: one promise, no more. Not `pool.query`, which throws a sound
   * connection away with every statement that fails.
   */
  query(
    sql: string,
    values: readonly unknown[] = nothingBound,
    bounds?: ReadBounds,
  ): Promise<Row[]> {
    const statement = { sql, values, bounds };
    const turn = this.queue.turnOf(sql, bounds);
    return turn === null ? this.ask(statement) : this.queryInOrder(turn, statement);
  }

  private async queryInOrder(turn: Promise<Leave>, statement: Statement): Promise<Row[]> {
    const leave = await turn;
    try {
      return await this.ask(statement, true);
    } finally {
      leave();
    }
  }

  /**
   * While it waited for a connection, others may have found out that it takes long: then it waits
   * for its turn.
   */
  private ask(statement: Statement, isInTurn = false): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.pool.connect((refusal, client, release) => {
        if (!client) return reject(translateRefusal(refusal));
        const { sql, values, bounds } = statement;
        if (!isInTurn && this.queue.isFor(sql, bounds)) {
          release();
          return resolve(this.query(sql, values, bounds));
        }
        const refused = refusedAtStart(bounds?.meter);
        if (refused !== null) {
          release();
          return reject(refused);
        }
        const started = performance.now();
        this.send(client, statement, (error, rows) => {
          this.queue.ran(sql, performance.now() - started);
          release(error !== null && isConnectionLost(error));
          if (error === null) resolve(rows);
          else reject(translateFailure(error));
        });
      });
    });
  }

  async write(sql: string, values?: readonly unknown[]): Promise<Row[]> {
    const rows = await retryOnDeadlock(() => this.ask({ sql, values }));
    await this.observers.watches.afterWrite(sql, (work) => this.transaction(work));
    return rows;
  }

  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return retryOnDeadlock(async () =>
      runTransaction(await this.begin(), work, this.report, this.observers.watches),
    );
  }

  watch(watch: WriteWatch): void {
    this.observers.watches.add(watch);
  }

  /**
   * Reads the setting rather than writing: it is on during recovery, too. A read-only connection is
   * dropped.
   */
  async verifyWritable(): Promise<void> {
    await this.query(
      `do $$ begin if current_setting('transaction_read_only')::boolean then raise read_only_sql_transaction; end if; end $$`,
    );
  }

  observe(observer: StatementObserver): () => void {
    return this.observers.add(observer);
  }

  observeTurns(): () => void {
    return () => undefined;
  }

  get load(): ConnectionLoad {
    const { totalCount, idleCount, waitingCount, options } = this.pool;
    return { open: totalCount, idle: idleCount, max: options.max, waiting: waitingCount };
  }

  async close(): Promise<void> {
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  private async begin(): Promise<Session> {
    const runner = new Runner(this.dataSource.driver as PostgresDriver, 'master');
    try {
      const client = (await runner.connect()) as PoolClient;
      const send: Send = (statement, receive) => this.send(client, statement, receive);
      return failFastWhenLost(new PostgresSession(runner, client, send));
    } catch (error) {
      await runner.release();
      throw translateRefusal(error);
    }
  }

  private send(
    client: PoolClient,
    { sql, values = nothingBound, bounds }: Statement,
    receive: Receive,
  ): void {
    const started = this.observers.started();
    const long = bounds?.meter
      ? new LongResult(bounds.meter, () => client.connection.stream.destroy())
      : null;
    const query = new pg.Query<Row>(
      this.statements.bind(sql, values),
      (error: Error | null | undefined, result: { readonly rows: Row[] }) => {
        this.observers.finished(sql, started);
        if (long?.failure) receive(long.failure, []);
        else if (error) receive(error, []);
        else receive(null, result.rows);
      },
    );
    if (long) query.on('row', (row: Row) => void long.keeps(bytesOf(row)));
    client.query(query);
  }
}
