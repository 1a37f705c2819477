import pg, { type Pool, type PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { traceStatement } from '../../../base/work-trace.js';
import type { Limits } from '../../../options/limits.js';
import type { ConnectionLoad, Row, Statement } from '../../connection/database.js';
import { LongResult } from '../../connection/long-result.js';
import {
  PooledDatabase,
  type ReceiveConnection,
  type ReceiveRows,
} from '../../connection/pooled-database.js';
import { bytesOf } from '../../connection/row-bytes.js';
import type { Session } from '../../connection/run-transaction.js';
import type { FailureReport } from '../../connection/transaction-callbacks.js';
import type { PostgresFlavour, PostgresName } from './postgres-flavours.js';
import { beginningOf, verifyIsolation, type Beginning } from './postgres-isolation.js';
import { PostgresRunner } from './postgres-runner.js';
import { inOnePacket, PostgresSession, type SessionHost } from './postgres-session.js';
import { PostgresStatements } from './postgres-statements.js';

const nothingBound: readonly unknown[] = [];

/** PostgreSQL through pg's own pool: named statements, rows as arrays, values as strings. */
export class PostgresDatabase extends PooledDatabase<PoolClient> {
  readonly dialect: PostgresName;
  private readonly pool: Pool;
  private readonly beginning: Beginning;
  private readonly statements = new PostgresStatements();
  private readonly host: SessionHost = {
    send: (client, statement, receive) => this.send(client, statement, receive),
    createRunner: (client, failure) =>
      new PostgresRunner(this.dataSource.driver as PostgresDriver, client, failure),
    release: (client, isBroken) => this.release(client, isBroken),
  };

  /**
   * @param dataSource initialized, with the options of `connectionOptions`
   * @throws UnservedDatabaseError when the server would run transactions at another level
   */
  static async open(
    ...settings: ConstructorParameters<typeof PostgresDatabase>
  ): Promise<PostgresDatabase> {
    const [dataSource, flavour] = settings;
    await verifyIsolation(dataSource, flavour);
    return new PostgresDatabase(...settings);
  }

  constructor(
    dataSource: DataSource,
    private readonly flavour: PostgresFlavour,
    limits: Pick<Limits, 'largeReadWait'>,
    report: FailureReport,
  ) {
    const { losesConflicts, isolation, name } = flavour;
    const readsOneSnapshot = isolation === 'serializable';
    super(dataSource, limits, report, { losesConflicts, readsOneSnapshot }, inOnePacket);
    this.dialect = name;
    this.beginning = beginningOf(flavour);
    this.pool = (dataSource.driver as PostgresDriver).master as Pool;
  }

  /**
   * Reads the setting instead of writing: it is also on during recovery. A read-only connection is
   * dropped.
   */
  async verifyWritable(): Promise<void> {
    await this.query(
      !this.flavour.standbys
        ? 'select 1'
        : `do $$ begin if current_setting('transaction_read_only')::boolean then raise read_only_sql_transaction; end if; end $$`,
    );
  }

  get load(): ConnectionLoad {
    const { totalCount, idleCount, waitingCount } = this.pool;
    const max = this.dataSource.options.poolSize!;
    return { open: totalCount, idle: idleCount, max, waiting: waitingCount };
  }

  protected limitConnections(limit: number): void {
    this.pool.options.max = limit;
  }

  /** Not `pool.query`: it drops an intact connection with every statement that fails. */
  protected connect(receive: ReceiveConnection<PoolClient>): void {
    this.pool.connect(receive);
  }

  protected release(client: PoolClient, isLost: boolean): void {
    client.release(isLost);
  }

  protected begin(): Promise<Session> {
    return new Promise((resolve, reject) => {
      this.connect((refusal, client) => {
        if (!client) return reject(refusal);
        resolve(new PostgresSession(this.host, client, this.beginning));
      });
    });
  }

  protected send(
    client: PoolClient,
    { sql, values = nothingBound, bounds }: Statement,
    receive: ReceiveRows,
  ): void {
    const started = this.observers.started();
    const end = traceStatement(sql, values);
    const long = bounds?.meter
      ? new LongResult(bounds.meter, () => client.connection.stream.destroy())
      : null;
    const query = new pg.Query<Row>(
      this.statements.bind(sql, values),
      (error: Error | null | undefined, result: { readonly rows: Row[] }) => {
        this.observers.finished(sql, started);
        end?.(error ? 0 : result.rows.length, long?.failure ?? error ?? undefined);
        if (long?.failure) receive(long.failure, []);
        else if (error) receive(error, []);
        else receive(null, takeRows(result));
      },
    );
    if (long) query.on('row', (row: Row) => void long.keeps(bytesOf(row)));
    client.query(query);
  }
}

/**
 * Returns the rows of a result and lets the result forget them. V8 finds that results often survive
 * a collection of young objects, and begins to create them as old ones. Such a result would keep
 * its rows, and all that is read from them, until the next full collection.
 */
function takeRows({ rows }: { readonly rows: Row[] }): Row[] {
  const taken = rows.slice();
  rows.length = 0;
  return taken;
}
