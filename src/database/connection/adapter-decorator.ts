import type { DataSource } from 'typeorm';
import type {
  ConflictCounts,
  ConnectionLoad,
  DatabaseAdapter,
  DialectName,
  ReadBounds,
  Row,
  StatementObserver,
  Transaction,
  WaitObserver,
} from './database.js';

/** Passes every call on to an adapter. Subclasses change what they add to it. */
export abstract class AdapterDecorator implements DatabaseAdapter {
  constructor(protected readonly adapter: DatabaseAdapter) {}

  get dialect(): DialectName {
    return this.adapter.dialect;
  }

  get dataSource(): DataSource {
    return this.adapter.dataSource;
  }

  get load(): ConnectionLoad {
    return this.adapter.load;
  }

  get conflicts(): ConflictCounts {
    return this.adapter.conflicts;
  }

  query(sql: string, values?: readonly unknown[], bounds?: ReadBounds): Promise<Row[]> {
    return this.adapter.query(sql, values, bounds);
  }

  write(sql: string, values?: readonly unknown[]): Promise<Row[]> {
    return this.adapter.write(sql, values);
  }

  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.adapter.transaction(work);
  }

  verifyWritable(): Promise<void> {
    return this.adapter.verifyWritable();
  }

  observe(observer: StatementObserver): () => void {
    return this.adapter.observe(observer);
  }

  observeTurns(observer: WaitObserver): () => void {
    return this.adapter.observeTurns(observer);
  }

  close(): Promise<void> {
    return this.adapter.close();
  }
}
