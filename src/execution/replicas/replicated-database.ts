import { RequestError } from '../../errors/index.js';
import { AdapterDecorator } from '../database/adapter-decorator.js';
import type { DatabaseAdapter, ReadBounds, Row, StatementObserver } from '../database/database.js';
import type { Replica } from './replica.js';
import type { Replicas } from './replicas.js';
import { RepeatableMeter } from './repeatable-meter.js';

/**
 * A primary with replicas. Reads with a {@link ReadBounds.source} may go to a replica, everything
 * else goes to the primary.
 */
export class ReplicatedDatabase extends AdapterDecorator {
  constructor(
    private readonly primary: DatabaseAdapter,
    private readonly replicas: Replicas,
    private readonly observers: ReplicaObservers,
  ) {
    super(primary);
  }

  override query(sql: string, values?: readonly unknown[], bounds?: ReadBounds): Promise<Row[]> {
    const replica = bounds?.source ? this.replicas.find(bounds.source) : null;
    if (replica === null) return this.primary.query(sql, values, bounds);
    return this.queryOn(replica, sql, values, bounds!);
  }

  override observe(observer: StatementObserver): () => void {
    const stop = this.primary.observe(observer);
    const stopReplicas = this.observers.add(observer);
    return () => {
      stop();
      stopReplicas();
    };
  }

  override async close(): Promise<void> {
    await Promise.all([this.replicas.close(), this.primary.close()]);
  }

  /**
   * A read has no effect, so it is repeated on the primary after any failure: the server is
   * away, the read was cancelled because replication changed its rows, or a migration has not
   * arrived there yet. The rest of the request then reads from the primary too.
   */
  private async queryOn(
    replica: Replica,
    sql: string,
    values: readonly unknown[] | undefined,
    bounds: ReadBounds,
  ): Promise<Row[]> {
    const meter = bounds.meter && new RepeatableMeter(bounds.meter);
    const repeatable = { ...bounds, meter };
    try {
      return await replica.query(sql, values, repeatable);
    } catch (error) {
      if (meter?.hasRefused || isTimeout(error)) throw error;
      bounds.source!.replica = null;
      return this.primary.query(sql, values, repeatable);
    }
  }
}

/** A statement that is too slow for a replica is too slow for the primary. */
const isTimeout = (error: unknown): boolean =>
  error instanceof RequestError && error.code === 'statement_timeout';

/** The observers of the statements of all replicas, which connect at any time. */
export class ReplicaObservers {
  private readonly observers = new Set<StatementObserver>();

  readonly notify: StatementObserver = (sql, milliseconds) => {
    for (const observer of this.observers) observer(sql, milliseconds);
  };

  add(observer: StatementObserver): () => void {
    this.observers.add(observer);
    return () => this.observers.delete(observer);
  }
}
