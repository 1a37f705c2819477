import type { Pool, PoolConnection } from 'mysql2';
import type { DataSource, QueryRunner } from 'typeorm';
import type { Limits } from '../../options/limits.js';
import { bindValues } from './bind-values.js';
import { boundedWait } from './bounded-wait.js';
import type { ConnectionLoad, Database, Row, StatementObserver, Transaction } from './database.js';
import { retryVictims } from './retry-victims.js';
import { runTransaction, type Session } from './run-transaction.js';
import { sessionInTurn } from './session-in-turn.js';
import { StatementObservers } from './statement-observers.js';
import { leaveWhenLost } from './lost-connection.js';
import { longestSilence } from './silence.js';
import type { FailureReport } from './transaction-callbacks.js';
import { rollbackAll } from './transaction-depth.js';
import { connectionIsSilent, isConnectionLost, translateFailure } from './translate-failure.js';

/** What mysql2's pool knows of itself, and tells nobody in any other way. */
interface PoolFigures {
  readonly _allConnections: { readonly length: number };
  readonly _freeConnections: { readonly length: number };
  readonly _connectionQueue: { readonly length: number };
  readonly config: { readonly connectionLimit: number };
}

/** MariaDB and MySQL by mysql2's own pool: prepared statements, rows as arrays, values as text. */
export class MariaDatabase implements Database {
  private readonly pool: Pool;
  private readonly observers = new StatementObservers();
  /** Milliseconds. */
  private readonly silence: number;

  /**
   * @param dataSource initialized, with the options of `connectionOptions`
   * @param limits mysql2 itself waits without end, for a connection as for an answer
   */
  constructor(
    readonly dataSource: DataSource,
    readonly dialect: 'mariadb' | 'mysql',
    private readonly limits: Pick<Limits, 'poolWait' | 'statementTimeout'>,
    private readonly report: FailureReport,
  ) {
    this.pool = (dataSource.driver as unknown as { readonly pool: Pool }).pool;
    dataSource.subscribers.push(this.observers.subscriber);
    this.silence = longestSilence(limits.statementTimeout);
    boundStatementsOf(dataSource, this.silence);
  }

  async query(text: string, values?: readonly unknown[]): Promise<Row[]> {
    const connection = await this.connect();
    try {
      const rows = await this.send(connection, text, values);
      connection.release();
      return rows;
    } catch (error) {
      if (isConnectionLost(error)) connection.destroy();
      else connection.release();
      throw error;
    }
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
    const {
      _allConnections: all,
      _freeConnections: free,
      _connectionQueue: queue,
      config,
    } = this.pool as unknown as PoolFigures;
    return { open: all.length, idle: free.length, most: config.connectionLimit, waiting: queue.length };
  }

  async close(): Promise<void> {
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  private connect(): Promise<PoolConnection> {
    const coming = new Promise<PoolConnection>((resolve, reject) => {
      this.pool.getConnection((error, connection) => {
        if (error) reject(translateFailure(error));
        else resolve(connection);
      });
    });
    return boundedWait(coming, this.limits.poolWait, (connection) => connection.release());
  }

  private async begin(): Promise<Session> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const coming = runner.connect() as Promise<PoolConnection>;
      const connection = await boundedWait(coming, this.limits.poolWait, () => void runner.release());
      return await this.beginOn(runner, connection);
    } catch (error) {
      await runner.release();
      throw translateFailure(error);
    }
  }

  private async beginOn(runner: QueryRunner, connection: PoolConnection): Promise<Session> {
    try {
      await runner.startTransaction();
    } catch (error) {
      if (isConnectionLost(error)) connection.destroy();
      throw error;
    }
    return leaveWhenLost(this.session(runner, connection));
  }

  private session(runner: QueryRunner, connection: PoolConnection): Session {
    return {
      ...sessionInTurn(runner, (text, values) => this.send(connection, text, values)),
      rollback: () => rollbackAll(runner),
      close(broken) {
        if (broken) connection.destroy();
        return runner.release();
      },
    };
  }

  /** Dates are text here only: what TypeORM reads by the same connection it takes for local time when it is text. */
  private send(connection: PoolConnection, sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    const started = this.observers.started();
    return new Promise((resolve, reject) => {
      const options = { sql, values: bindValues(values), rowsAsArray: true, dateStrings: true };
      const silent = setTimeout(() => {
        connection.destroy();
        reject(connectionIsSilent());
      }, this.silence);
      connection.execute(options, (error, rows) => {
        clearTimeout(silent);
        this.observers.finished(sql, started);
        if (error) reject(translateFailure(error));
        else resolve(Array.isArray(rows) ? (rows as unknown as Row[]) : []);
      });
    });
  }
}

/** What TypeORM sends by itself, BEGIN and COMMIT first of all; from when the schema is up to date, since migrations may take long. */
function boundStatementsOf({ driver }: DataSource, milliseconds: number): void {
  Object.assign(driver.options, { enableQueryTimeout: true, maxQueryExecutionTime: milliseconds });
}
