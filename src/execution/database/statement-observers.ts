import type { EntitySubscriberInterface } from 'typeorm';
import type { StatementObserver } from './database.js';

/** Those who are told of every statement, sent by the adapters or by TypeORM. */
export class StatementObservers {
  private readonly observers = new Set<StatementObserver>();

  /** What TypeORM sends by itself reaches the observers through this. */
  readonly subscriber: EntitySubscriberInterface = {
    afterQuery: ({ query, executionTime = 0 }) => this.tell(query, executionTime),
  };

  add(observer: StatementObserver): () => void {
    this.observers.add(observer);
    return () => this.observers.delete(observer);
  }

  /** The time at which a statement starts, for {@link finished}; 0 while nobody listens, since a clock costs, too. */
  started(): number {
    return this.observers.size === 0 ? 0 : performance.now();
  }

  finished(text: string, started: number): void {
    if (started !== 0) this.tell(text, performance.now() - started);
  }

  private tell(text: string, milliseconds: number): void {
    for (const observer of this.observers) observer(text, milliseconds);
  }
}
