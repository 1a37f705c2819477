import { RequestError } from '../../base/errors/index.js';
import { AdapterDecorator } from '../../database/connection/adapter-decorator.js';
import type {
  DatabaseAdapter,
  ReadBounds,
  Row,
  StatementObserver,
  Transaction,
} from '../../database/connection/database.js';
import type { StatementObservers } from '../../database/connection/statement-observers.js';
import type { LastWrites } from './last-writes.js';
import type { Replica } from './replica.js';
import { ReplicaSource } from './replica-source.js';
import type { Replicas } from './replicas.js';
import { RepeatableMeter } from '../../database/connection/repeatable-meter.js';

/**
 * A primary with replicas. Reads whose bounds name a source may go to a replica, everything else
 * goes to the primary.
 */
export class ReplicatedDatabase extends AdapterDecorator {
  /** @param observers those of the statements of all replicas, which connect at any time */
  constructor(
    primary: DatabaseAdapter,
    private readonly replicas: Replicas,
    private readonly lastWrites: LastWrites,
    private readonly observers: StatementObservers,
  ) {
    super(primary);
  }

  override query(sql: string, values?: readonly unknown[], bounds?: ReadBounds): Promise<Row[]> {
    const source = bounds?.source instanceof ReplicaSource ? bounds.source : null;
    const replica = source && this.replicas.find(source);
    if (!replica) return this.adapter.query(sql, values, bounds);
    return this.queryOn(replica, source, { sql, values, bounds: bounds! });
  }

  override write(sql: string, values?: readonly unknown[]): Promise<Row[]> {
    if (!this.lastWrites.isWriting) return this.adapter.write(sql, values);
    return this.transaction((transaction) => transaction.query(sql, values));
  }

  override transaction<Result>(
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    return this.adapter.transaction(this.lastWrites.marking(work));
  }

  override observe(observer: StatementObserver): () => void {
    const stops = [this.adapter.observe(observer), this.observers.add(observer)];
    return () => stops.forEach((stop) => stop());
  }

  override async close(): Promise<void> {
    await Promise.all([this.replicas.close(), this.adapter.close()]);
  }

  /**
   * A read has no effect, so it is repeated on the primary after any failure: the server is
   * away, the read was cancelled because replication changed its rows, or a migration has not
   * arrived there yet. The rest of the request then reads from the primary too.
   */
  private async queryOn(
    replica: Replica,
    source: ReplicaSource,
    { sql, values, bounds }: BoundedStatement,
  ): Promise<Row[]> {
    const meter = bounds.meter && new RepeatableMeter(bounds.meter);
    const repeatable = { ...bounds, meter };
    try {
      return await replica.query(sql, values, repeatable);
    } catch (error) {
      if (meter?.hasRefused || isTimeout(error)) throw error;
      source.replica = null;
      return this.adapter.query(sql, values, repeatable);
    }
  }
}

interface BoundedStatement {
  readonly sql: string;
  readonly values: readonly unknown[] | undefined;
  readonly bounds: ReadBounds;
}

/** A statement that is too slow for a replica is too slow for the primary. */
const isTimeout = (error: unknown): boolean =>
  error instanceof RequestError && error.code === 'statement_timeout';
