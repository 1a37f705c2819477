import type { EntitySubscriberInterface } from 'typeorm';
import { traceEnded } from '../../base/work-trace.js';
import type { StatementObserver } from './database.js';

/** The observers of all statements, sent by the adapters or by TypeORM. */
export class StatementObservers {
  private readonly observers = new Set<StatementObserver>();

  /** Notifies the observers of statements that TypeORM sends. */
  readonly subscriber: EntitySubscriberInterface = {
    afterQuery: ({ query, executionTime = 0, error }) => {
      traceEnded(query, executionTime, error);
      this.notify(query, executionTime);
    },
  };

  add(observer: StatementObserver): () => void {
    this.observers.add(observer);
    return () => this.observers.delete(observer);
  }

  /**
   * Returns the time at which a statement starts, for {@link finished}; 0 without observers, to
   * avoid the cost of the clock.
   */
  started(): number {
    return this.observers.size === 0 ? 0 : performance.now();
  }

  finished(sql: string, started: number): void {
    if (started !== 0) this.notify(sql, performance.now() - started);
  }

  notify(sql: string, milliseconds: number): void {
    for (const observer of this.observers) observer(sql, milliseconds);
  }
}
