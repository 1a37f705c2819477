import type { EntitySubscriberInterface } from 'typeorm';
import type { StatementObserver } from './database.js';
import { WriteWatches } from './write-watches.js';

/** Those who are told of every statement, sent by the adapters or by TypeORM. */
export class StatementObservers {
  /** Watches of the same database. */
  readonly watches = new WriteWatches();
  private readonly observers = new Set<StatementObserver>();

  /** What TypeORM sends by itself reaches the observers through this. */
  readonly subscriber: EntitySubscriberInterface = {
    afterQuery: ({ query, queryRunner, executionTime = 0 }) => {
      this.watches.noteFrom(queryRunner, query);
      this.notify(query, executionTime);
    },
  };

  add(observer: StatementObserver): () => void {
    this.observers.add(observer);
    return () => this.observers.delete(observer);
  }

  /**
   * The time at which a statement starts, for {@link finished}; 0 while nobody listens, since a
   * clock costs, too.
   */
  started(): number {
    return this.observers.size === 0 ? 0 : performance.now();
  }

  finished(sql: string, started: number): void {
    if (started !== 0) this.notify(sql, performance.now() - started);
  }

  private notify(sql: string, milliseconds: number): void {
    for (const observer of this.observers) observer(sql, milliseconds);
  }
}
