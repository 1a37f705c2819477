import type { Pool, PoolConnection, Query, QueryOptions } from 'mysql2';
import type { DataSource } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import { MysqlQueryRunner } from 'typeorm/driver/mysql/MysqlQueryRunner.js';
import { traceStatement, type SentStatement } from '../../../base/work-trace.js';
import type { DatabaseLimits } from '../../dialects/engine.js';
import { bindValues } from '../../connection/bind-values.js';
import type {
  ConnectionLoad,
  ReadBounds,
  Row,
  RowMeter,
  Statement,
} from '../../connection/database.js';
import {
  PooledDatabase,
  type ReceiveConnection,
  type ReceiveRows,
} from '../../connection/pooled-database.js';
import type { Session } from '../../connection/run-transaction.js';
import { sendInOrder } from '../../connection/send-in-order.js';
import { socketTimeoutFor } from '../../connection/socket-timeout.js';
import type { FailureReport } from '../../connection/transaction-callbacks.js';
import {
  transactionRunnerOf,
  type TransactionRunner,
} from '../../connection/transaction-runner.js';
import {
  connectionIsSilent,
  databaseIsMissing,
  databaseIsReadOnly,
  isConnectionLost,
  isMissingTable,
  isUnprepared,
  translateFailure,
} from '../../failures/translate-failure.js';
import { boundedWait } from './bounded-wait.js';
import { connectionsOf, type PoolConnections } from './maria-pool.js';
import { gatherRows } from './maria-rows.js';
import { MariaStatements } from './maria-statements.js';

const Runner = transactionRunnerOf(MysqlQueryRunner);

/** Sends a statement to the driver. */
type Command = () => Query;

/**
 * A connection keeps its default database after the database was dropped, and then finds no table.
 */
const DATABASE_EXISTS =
  'select count(*) from information_schema.schemata where schema_name = database()';

/** MariaDB and MySQL through mysql2's own pool: prepared statements, rows as arrays, values as strings. */
export class MariaDatabase extends PooledDatabase<PoolConnection> {
  private readonly pool: Pool;
  private readonly connections: PoolConnections;
  /** How many callers wait for a connection. */
  private waiting = 0;
  private readonly statements = new WeakMap<PoolConnection, MariaStatements>();
  /** Milliseconds. */
  private readonly silence: number;

  /**
   * @param dataSource initialized, with the options of `connectionOptions`
   * @param limits mysql2 itself has no timeout for a connection, nor for a response
   * @param mostStatements statements that each connection may keep prepared; 0: none
   */
  constructor(
    dataSource: DataSource,
    readonly dialect: 'mariadb' | 'mysql',
    private readonly limits: DatabaseLimits,
    report: FailureReport,
    private readonly mostStatements: number,
  ) {
    super(dataSource, limits, report);
    this.pool = (dataSource.driver as MysqlDriver).pool as Pool;
    this.connections = connectionsOf(this.pool);
    this.silence = socketTimeoutFor(limits.statementTimeout);
  }

  verifyWritable(): Promise<void> {
    return this.onConnection((connection, finish) => {
      this.verifyWritableOn(connection).then(() => finish(null), finish);
    });
  }

  /** `start transaction read write` fails exactly where the account could not write. */
  private async verifyWritableOn(connection: PoolConnection): Promise<void> {
    const setting = this.dialect === 'mysql' ? '@@transaction_read_only' : '@@tx_read_only';
    const sql = `select (${DATABASE_EXISTS}), ${setting} or @@innodb_read_only`;
    const [row] = await this.runPlain(connection, sql);
    const [exists, isReadOnly] = row!.map(Number);
    if (!exists) throw databaseIsMissing();
    if (isReadOnly) throw databaseIsReadOnly();
    await this.runPlain(connection, 'start transaction read write');
    await this.runPlain(connection, 'rollback');
  }

  get load(): ConnectionLoad {
    const { open, idle } = this.connections;
    return { open, idle, max: this.dataSource.options.poolSize!, waiting: this.waiting };
  }

  protected limitConnections(limit: number): void {
    this.pool.config.connectionLimit = limit;
  }

  protected connect(receive: ReceiveConnection<PoolConnection>): void {
    const coming = new Promise<PoolConnection>((resolve, reject) => {
      this.pool.getConnection((error, connection) => {
        if (error) reject(error);
        else resolve(connection);
      });
    });
    this.awaitConnection(coming, (connection) => connection.release()).then(
      (connection) => receive(null, connection),
      receive,
    );
  }

  protected release(connection: PoolConnection, isLost: boolean): void {
    if (isLost) this.connections.drop(connection);
    else connection.release();
  }

  protected send(connection: PoolConnection, statement: Statement, receive: ReceiveRows): void {
    this.execute(connection, statement).then(
      (rows) => receive(null, rows),
      (error: unknown) => receive(error, []),
    );
  }

  private async awaitConnection(
    coming: Promise<PoolConnection>,
    release: (connection: PoolConnection) => void,
  ): Promise<PoolConnection> {
    this.waiting += 1;
    try {
      return await boundedWait(coming, this.limits.poolWait, release);
    } finally {
      this.waiting -= 1;
    }
  }

  protected async begin(): Promise<Session> {
    const runner = new Runner(this.dataSource.driver as MysqlDriver, 'master');
    try {
      const coming = runner.connect() as Promise<PoolConnection>;
      const connection = await this.awaitConnection(coming, () => void runner.release());
      return await this.beginOn(runner, connection);
    } catch (error) {
      await runner.release();
      throw error;
    }
  }

  private async beginOn(runner: TransactionRunner, connection: PoolConnection): Promise<Session> {
    try {
      await runner.startTransaction();
    } catch (error) {
      if (isConnectionLost(error)) this.connections.drop(connection);
      throw error;
    }
    return this.session(runner, connection);
  }

  private session(runner: TransactionRunner, connection: PoolConnection): Session {
    const query = (sql: string, values?: readonly unknown[], bounds?: ReadBounds) =>
      this.execute(connection, { sql, values, bounds });
    const queryAll = (statements: readonly Statement[]) => sendInOrder({ query }, statements);
    return {
      manager: runner.manager,
      query,
      queryAll,
      commit: async (last) => {
        const results = await queryAll(last);
        await runner.commitAll();
        return results;
      },
      rollback: () => runner.rollbackAll(),
      isLostBy: isConnectionLost,
      close: (broken) => {
        if (broken) this.connections.drop(connection);
        return runner.release();
      },
    };
  }

  private async execute(
    connection: PoolConnection,
    { sql, values = [], bounds }: Statement,
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

  /** Runs the statement unprepared if the server does not accept another prepared statement. */
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
      const rows = await this.runCommand(
        connection,
        options,
        () => connection.execute(options),
        meter,
      );
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
    const options = optionsOf(sql, values);
    return this.runCommand(connection, options, () => connection.query(options), meter);
  }

  private runCommand(
    connection: PoolConnection,
    { sql, values }: SentStatement,
    send: Command,
    meter?: RowMeter,
  ): Promise<Row[]> {
    if (!this.connections.isOpen(connection)) return Promise.reject(connectionIsSilent());
    const started = this.observers.started();
    const end = traceStatement(sql, values);
    return new Promise((resolve, reject) => {
      const silent = setTimeout(() => {
        this.connections.drop(connection);
        reject(connectionIsSilent());
      }, this.silence);
      gatherRows(send(), connection, meter, (error, rows) => {
        clearTimeout(silent);
        this.observers.finished(sql, started);
        end?.(rows.length, error ?? undefined);
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

/** Dates are strings only here: TypeORM would read strings as local time on the same connection. */
const optionsOf = (sql: string, values: unknown[]): QueryOptions & SentStatement => ({
  sql,
  values,
  rowsAsArray: true,
  dateStrings: true,
});
