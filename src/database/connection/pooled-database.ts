import type { DataSource } from 'typeorm';
import { ofThisWork } from '../../base/work-trace.js';
import type { Limits } from '../../options/limits.js';
import type {
  ConnectionLoad,
  DatabaseAdapter,
  DialectName,
  ReadBounds,
  Row,
  Statement,
  StatementObserver,
  Transaction,
} from './database.js';
import { ConflictRetries, READ_COMMITTED, type Isolation } from './conflict-retries.js';
import { refusedAtStart } from './long-result.js';
import { PoolLimit } from './pool-limit.js';
import { RepeatableMeter } from './repeatable-meter.js';
import { SharedConnection, type InOnePacket } from './shared-connection.js';
import { runTransaction, type Session } from './run-transaction.js';
import { StatementObservers } from './statement-observers.js';
import { queueOf, StatementQueue, type Leave } from './statement-queue.js';
import { TransactionCallbacks, type FailureReport } from './transaction-callbacks.js';
import {
  isConnectionLost,
  translateFailure,
  translateRefusal,
} from '../failures/translate-failure.js';

/** Receives a connection of the pool, or the reason why it failed. */
export type ReceiveConnection<Client> = (refusal: unknown, client?: Client) => void;

/** Receives the rows of a statement, or the reason why it failed. */
export type ReceiveRows = (error: unknown, rows: Row[]) => void;

/**
 * A database on a server, with a pool of connections. The engines supply the driver's calls, with
 * callbacks: {@link query} is the hottest path of the service and creates one promise.
 *
 * @typeParam Client a connection of the driver's pool
 */
export abstract class PooledDatabase<Client> implements DatabaseAdapter {
  protected readonly observers = new StatementObservers();
  readonly conflicts: ConflictRetries;
  private readonly queue: StatementQueue;
  private readonly limit: PoolLimit;
  private readonly shared: SharedConnection<Client> | null;

  /**
   * @param dataSource initialized, with the options of `connectionOptions`
   * @param inOnePacket `null` for a driver that sends a statement when the one before it has ended
   */
  constructor(
    readonly dataSource: DataSource,
    { largeReadWait }: Pick<Limits, 'largeReadWait'>,
    private readonly report: FailureReport,
    private readonly isolation: Isolation = READ_COMMITTED,
    inOnePacket: InOnePacket<Client> | null = null,
  ) {
    this.conflicts = new ConflictRetries(isolation);
    const poolSize = dataSource.options.poolSize!;
    this.queue = new StatementQueue({ ...queueOf(poolSize), maxWait: largeReadWait });
    this.limit = new PoolLimit(poolSize, (limit) => this.limitConnections(limit), report);
    this.shared =
      inOnePacket &&
      new SharedConnection(
        (use) => this.onConnection(use),
        inOnePacket,
        (client, statement, receive) => this.sendMetered(client, statement, receive),
      );
    dataSource.subscribers.push(this.observers.subscriber);
  }

  abstract readonly dialect: DialectName;
  abstract readonly load: ConnectionLoad;
  abstract verifyWritable(): Promise<void>;

  /** Takes a connection from the pool. */
  protected abstract connect(receive: ReceiveConnection<Client>): void;
  /** Returns a connection to the pool, or drops it if it is lost. */
  protected abstract release(client: Client, isLost: boolean): void;
  protected abstract send(client: Client, statement: Statement, receive: ReceiveRows): void;
  /** Begins a transaction. */
  protected abstract begin(): Promise<Session>;
  /** Sets how many connections the pool may have; those that are open remain. */
  protected abstract limitConnections(limit: number): void;

  query(sql: string, values?: readonly unknown[], bounds?: ReadBounds): Promise<Row[]> {
    const statement = { sql, values, bounds };
    return this.isolation.losesConflicts ? this.readAgain(statement) : this.read(statement);
  }

  async write(sql: string, values?: readonly unknown[]): Promise<Row[]> {
    return this.conflicts.run(() => this.run({ sql, values }));
  }

  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.conflicts.transaction(async (attempt) =>
      runTransaction(await this.beginOrWait(), work, new TransactionCallbacks(this.report), () => {
        attempt.mayRepeat = false;
      }),
    );
  }

  observe(observer: StatementObserver): () => void {
    return this.observers.add(observer);
  }

  /** Writers take no turns on a server. */
  observeTurns(): () => void {
    return () => undefined;
  }

  async close(): Promise<void> {
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  /** Runs `use` on a connection of the pool, and returns the connection to the pool afterwards. */
  protected onConnection<Result>(
    use: (
      client: Client,
      finish: (error: unknown, result?: Result | Promise<Result>) => void,
    ) => void,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      // The pool calls it on behalf of the code that returned the connection.
      const receive: ReceiveConnection<Client> = ofThisWork((refusal, client) => {
        if (!client && this.limit.lower(refusal, this.load.open)) return this.connect(receive);
        if (!client) return reject(translateRefusal(refusal));
        use(client, (error, result) => {
          this.release(client, error !== null && isConnectionLost(error));
          if (error === null) resolve(result as Result);
          else reject(translateFailure(error));
        });
      });
      this.connect(receive);
    });
  }

  /** @throws RequestError `unavailable` */
  private async beginOrWait(): Promise<Session> {
    try {
      return await this.begin();
    } catch (error) {
      if (this.limit.lower(error, this.load.open)) return this.beginOrWait();
      throw translateRefusal(error);
    }
  }

  private read(statement: Statement): Promise<Row[]> {
    const { sql, bounds } = statement;
    const turn = this.queue.turnOf(sql, bounds);
    if (turn !== null) return this.runInTurn(turn, statement);
    if (this.shared && bounds?.isByKey && this.queue.isFast(sql)) return this.shared.run(statement);
    return this.run(statement);
  }

  /** Rows that arrived before a conflict are not counted again. */
  private readAgain({ bounds, ...statement }: Statement): Promise<Row[]> {
    const meter = bounds?.meter && new RepeatableMeter(bounds.meter);
    const repeatable = { bounds: bounds && { ...bounds, meter }, ...statement };
    return this.conflicts.run(() => this.read(repeatable));
  }

  private async runInTurn(turn: Promise<Leave>, statement: Statement): Promise<Row[]> {
    const leave = await turn;
    try {
      return await this.run(statement, true);
    } finally {
      leave();
    }
  }

  /**
   * Other requests may have found out that the statement is slow while it waited for a connection:
   * then it waits for its turn.
   */
  private run(statement: Statement, isInTurn = false): Promise<Row[]> {
    const { sql, bounds } = statement;
    return this.onConnection((client, finish) => {
      if (!isInTurn && this.queue.isFor(sql, bounds)) return finish(null, this.read(statement));
      this.sendMetered(client, statement, finish);
    });
  }

  private sendMetered(client: Client, statement: Statement, receive: ReceiveRows): void {
    const refused = refusedAtStart(statement.bounds?.meter);
    if (refused !== null) return receive(refused, []);
    const started = performance.now();
    this.send(client, statement, (error, rows) => {
      this.queue.ran(statement.sql, performance.now() - started);
      receive(error, rows);
    });
  }
}
