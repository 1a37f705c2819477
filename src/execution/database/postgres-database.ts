import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import type { ConnectionLoad, Database, Row, StatementObserver, Transaction } from './database.js';
import { leaveWhenLost } from './lost-connection.js';
import { PostgresQuery, type Answer } from './postgres-query.js';
import { PostgresSession, type Send } from './postgres-session.js';
import { PostgresStatements } from './postgres-statements.js';
import { retryVictims } from './retry-victims.js';
import { runTransaction, type Session } from './run-transaction.js';
import { StatementObservers } from './statement-observers.js';
import type { FailureReport } from './transaction-callbacks.js';
import { isConnectionLost, translateFailure } from './translate-failure.js';

const nothingBound: readonly unknown[] = [];

/** PostgreSQL by pg's own pool: named statements, rows as arrays, values as text. */
export class PostgresDatabase implements Database {
  readonly dialect = 'postgres';
  private readonly pool: Pool;
  private readonly statements = new PostgresStatements();
  private readonly observers = new StatementObservers();

  /** @param dataSource initialized, with the options of `connectionOptions` */
  constructor(
    readonly dataSource: DataSource,
    private readonly report: FailureReport,
  ) {
    this.pool = (dataSource.driver as unknown as { readonly master: Pool }).master;
    dataSource.subscribers.push(this.observers.subscriber);
  }

  /**
   * The hottest path of the service: one promise, no more. Not `pool.query`, which throws a sound connection away with
   * every statement that fails.
   */
  query(text: string, values: readonly unknown[] = nothingBound): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.pool.connect((refusal, client, release) => {
        if (!client) return reject(translateFailure(refusal));
        this.send(client, text, values, (error, rows) => {
          release(error !== null && isConnectionLost(error));
          if (error === null) resolve(rows);
          else reject(translateFailure(error));
        });
      });
    });
  }

  write(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return retryVictims(() => this.query(text, values));
  }

  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return retryVictims(async () => runTransaction(await this.begin(), work, this.report));
  }

  observe(observer: StatementObserver): () => void {
    return this.observers.add(observer);
  }

  observeTurns(): () => void {
    return () => undefined;
  }

  get load(): ConnectionLoad {
    const { totalCount, idleCount, waitingCount, options } = this.pool;
    return { open: totalCount, idle: idleCount, most: options.max, waiting: waitingCount };
  }

  async close(): Promise<void> {
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  private async begin(): Promise<Session> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const client = (await runner.connect()) as PoolClient;
      const send: Send = (statement, answer) =>
        this.send(client, statement.text, statement.values ?? nothingBound, answer);
      return leaveWhenLost(new PostgresSession(runner, client, send));
    } catch (error) {
      await runner.release();
      throw translateFailure(error);
    }
  }

  private send(client: PoolClient, text: string, values: readonly unknown[], answer: Answer): void {
    const started = this.observers.started();
    const query = new PostgresQuery(this.statements.get(text), values, (error, rows) => {
      this.observers.finished(text, started);
      answer(error, rows);
    });
    client.query(query);
  }
}
