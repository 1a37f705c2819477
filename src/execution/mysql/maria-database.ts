import type { Pool, PoolConnection, Query, QueryOptions } from 'mysql2';
import type { DataSource } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import { MysqlQueryRunner } from 'typeorm/driver/mysql/MysqlQueryRunner.js';
import type { Limits } from '../../options/limits.js';
import { bindValues } from '../database/bind-values.js';
import { boundedWait } from './bounded-wait.js';
import type {
  ConnectionLoad,
  Database,
  ReadBounds,
  Row,
  RowMeter,
  Statement,
  StatementObserver,
  Transaction,
  WriteWatch,
} from '../database/database.js';
import { queueOf, StatementQueue, type Leave } from '../database/statement-queue.js';
import { retryOnDeadlock } from '../database/retry-on-deadlock.js';
import { runTransaction, type Session } from '../database/run-transaction.js';
import { sequentialSession } from '../database/sequential-session.js';
import { connectionsOf, type PoolConnections } from './maria-pool.js';
import { gatherRows } from './maria-rows.js';
import { MariaStatements } from './maria-statements.js';
import { StatementObservers } from '../database/statement-observers.js';
import { failFastWhenLost } from '../database/lost-connection.js';
import { socketTimeoutFor } from '../database/socket-timeout.js';
import type { FailureReport } from '../database/transaction-callbacks.js';
import { transactionRunnerOf, type TransactionRunner } from '../database/transaction-runner.js';
import {
  connectionIsSilent,
  databaseIsMissing,
  databaseIsReadOnly,
  isConnectionLost,
  isMissingTable,
  isUnprepared,
  translateFailure,
  translateRefusal,
} from '../database/translate-failure.js';

const Runner = transactionRunnerOf(MysqlQueryRunner);

/** Sends a statement to the driver. */
type Command = () => Query;

/**
 * A connection keeps its default database after somebody has dropped it, and then misses every
 * table.
 */
const DATABASE_EXISTS =
  'select count(*) from information_schema.schemata where schema_name = database()';

/** MariaDB and MySQL by mysql2's own pool: prepared statements, rows as arrays, values as text. */
export class MariaDatabase implements Database {
  private readonly pool: Pool;
  private readonly connections: PoolConnections;
  private readonly queue: StatementQueue;
  /** How many callers wait for a connection. */
  private waiting = 0;
  private readonly observers = new StatementObservers();
  private readonly statements = new WeakMap<PoolConnection, MariaStatements>();
  /** Milliseconds. */
  private readonly silence: number;

  /**
   * @param dataSource initialized, with the options of `connectionOptions`
   * @param limits mysql2 itself waits without end, for a connection as for an answer
   * @param mostStatements statements that each connection may keep prepared; 0: none
   */
  constructor(
    readonly dataSource: DataSource,
    readonly dialect: 'mariadb' | 'mysql',
    private readonly limits: Pick<Limits, 'poolWait' | 'statementTimeout' | 'largeReadWait'>,
    private readonly report: FailureReport,
    private readonly mostStatements: number,
  ) {
    this.pool = (dataSource.driver as MysqlDriver).pool as Pool;
    this.connections = connectionsOf(this.pool);
    dataSource.subscribers.push(this.observers.subscriber);
    const max = dataSource.options.poolSize!;
    this.queue = new StatementQueue({ ...queueOf(max), maxWait: limits.largeReadWait });
    this.silence = socketTimeoutFor(limits.statementTimeout);
  }

  query(sql: string, values?: readonly unknown[], bounds?: ReadBounds): Promise<Row[]> {
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
  private async ask(statement: Statement, isInTurn = false): Promise<Row[]> {
    const { sql, values, bounds } = statement;
    const rows = await this.onConnection(async (connection) => {
      if (!isInTurn && this.queue.isFor(sql, bounds)) return null;
      bounds?.meter?.start();
      const started = performance.now();
      try {
        return await this.send(connection, sql, values, bounds);
      } finally {
        this.queue.ran(sql, performance.now() - started);
      }
    });
    return rows ?? this.query(sql, values, bounds);
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

  /** `start transaction read write` fails exactly where the account could not write. */
  verifyWritable(): Promise<void> {
    const setting = this.dialect === 'mysql' ? '@@transaction_read_only' : '@@tx_read_only';
    const question = `select (${DATABASE_EXISTS}), ${setting} or @@innodb_read_only`;
    return this.onConnection(async (connection) => {
      const [row] = await this.runPlain(connection, question);
      const [exists, isReadOnly] = row!.map(Number);
      if (!exists) throw databaseIsMissing();
      if (isReadOnly) throw databaseIsReadOnly();
      await this.runPlain(connection, 'start transaction read write');
      await this.runPlain(connection, 'rollback');
    });
  }

  observe(observer: StatementObserver): () => void {
    return this.observers.add(observer);
  }

  observeTurns(): () => void {
    return () => undefined;
  }

  get load(): ConnectionLoad {
    const { open, idle } = this.connections;
    return { open, idle, max: this.dataSource.options.poolSize!, waiting: this.waiting };
  }

  async close(): Promise<void> {
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  private async onConnection<Result>(
    work: (connection: PoolConnection) => Promise<Result>,
  ): Promise<Result> {
    const connection = await this.connect();
    try {
      const result = await work(connection);
      connection.release();
      return result;
    } catch (error) {
      if (isConnectionLost(error)) this.connections.drop(connection);
      else connection.release();
      throw translateFailure(error);
    }
  }

  private connect(): Promise<PoolConnection> {
    const coming = new Promise<PoolConnection>((resolve, reject) => {
      this.pool.getConnection((error, connection) => {
        if (error) reject(translateRefusal(error));
        else resolve(connection);
      });
    });
    return this.awaitConnection(coming, (connection) => connection.release());
  }

  private async awaitConnection(
    coming: Promise<PoolConnection>,
    giveBack: (connection: PoolConnection) => void,
  ): Promise<PoolConnection> {
    this.waiting += 1;
    try {
      return await boundedWait(coming, this.limits.poolWait, giveBack);
    } finally {
      this.waiting -= 1;
    }
  }

  private async begin(): Promise<Session> {
    const runner = new Runner(this.dataSource.driver as MysqlDriver, 'master');
    try {
      const coming = runner.connect() as Promise<PoolConnection>;
      const connection = await this.awaitConnection(coming, () => void runner.release());
      return await this.beginOn(runner, connection);
    } catch (error) {
      await runner.release();
      throw translateRefusal(error);
    }
  }

  private async beginOn(runner: TransactionRunner, connection: PoolConnection): Promise<Session> {
    try {
      await runner.startTransaction();
    } catch (error) {
      if (isConnectionLost(error)) this.connections.drop(connection);
      throw error;
    }
    return failFastWhenLost(this.session(runner, connection));
  }

  private session(runner: TransactionRunner, connection: PoolConnection): Session {
    return {
      ...sequentialSession(runner, (sql, values, bounds) =>
        this.send(connection, sql, values, bounds),
      ),
      rollback: () => runner.rollbackAll(),
      close: (broken) => {
        if (broken) this.connections.drop(connection);
        return runner.release();
      },
    };
  }

  private async send(
    connection: PoolConnection,
    sql: string,
    values: readonly unknown[] = [],
    bounds?: ReadBounds,
  ): Promise<Row[]> {
    try {
      return await this.prepareAndRun(connection, sql, bindValues(values), bounds?.meter);
    } catch (error) {
      throw translateFailure(isMissingTable(error) ? await this.explain(connection, error) : error);
    }
  }

  private async explain(connection: PoolConnection, missingTable: unknown): Promise<unknown> {
    try {
      const [row] = await this.runPlain(connection, DATABASE_EXISTS);
      return Number(row![0]) > 0 ? missingTable : databaseIsMissing(missingTable);
    } catch (error) {
      return error;
    }
  }

  /** Without preparation where the server has no room for one more prepared statement. */
  private async prepareAndRun(
    connection: PoolConnection,
    sql: string,
    values: unknown[],
    meter?: RowMeter,
  ): Promise<Row[]> {
    const statements = this.statementsOf(connection);
    if (!statements.mayPrepare) return this.runPlain(connection, sql, values, meter);
    try {
      const options = optionsOf(sql, values);
      const rows = await this.run(connection, sql, () => connection.execute(options), meter);
      statements.noteUse(sql);
      return rows;
    } catch (error) {
      if (isUnprepared(error)) {
        statements.closeAll();
        return this.runPlain(connection, sql, values, meter);
      }
      statements.noteUse(sql);
      throw error;
    }
  }

  private runPlain(
    connection: PoolConnection,
    sql: string,
    values: unknown[] = [],
    meter?: RowMeter,
  ): Promise<Row[]> {
    return this.run(connection, sql, () => connection.query(optionsOf(sql, values)), meter);
  }

  private run(
    connection: PoolConnection,
    sql: string,
    send: Command,
    meter?: RowMeter,
  ): Promise<Row[]> {
    if (!this.connections.isOpen(connection)) return Promise.reject(connectionIsSilent());
    const started = this.observers.started();
    return new Promise((resolve, reject) => {
      const silent = setTimeout(() => {
        this.connections.drop(connection);
        reject(connectionIsSilent());
      }, this.silence);
      gatherRows(send(), connection, meter, (error, rows) => {
        clearTimeout(silent);
        this.observers.finished(sql, started);
        if (error === null) resolve(rows);
        else reject(error);
      });
    });
  }

  private statementsOf(connection: PoolConnection): MariaStatements {
    const known = this.statements.get(connection);
    if (known) return known;
    const statements = new MariaStatements(connection, this.mostStatements);
    this.statements.set(connection, statements);
    return statements;
  }
}

/**
 * Dates are text here only: TypeORM takes text for local time when it reads by the same connection.
 */
const optionsOf = (sql: string, values: unknown[]): QueryOptions => ({
  sql,
  values,
  rowsAsArray: true,
  dateStrings: true,
});
