import type { EntitySubscriberInterface } from 'typeorm';
import { countStatement, tracing, type StatementSpan } from '../../telemetry/index.js';
import type { DialectName, StatementObserver } from './database.js';
import { WriteWatches } from './write-watches.js';

/** The observers of all statements, sent by the adapters or by TypeORM. */
export class StatementObservers {
  /** Watches of the same database. */
  readonly watches = new WriteWatches();
  private readonly observers = new Set<StatementObserver>();

  /** @param database whose statements are observed */
  constructor(private readonly database: { readonly dialect: DialectName }) {}

  /** Notifies the observers of statements that TypeORM sends. */
  readonly subscriber: EntitySubscriberInterface = {
    afterQuery: ({ query, queryRunner, executionTime = 0, error }) => {
      this.watches.noteFrom(queryRunner, query);
      countStatement();
      tracing?.statement(query, this.database.dialect, executionTime).end(undefined, error);
      this.notify(query, executionTime);
    },
  };

  add(observer: StatementObserver): () => void {
    this.observers.add(observer);
    return () => this.observers.delete(observer);
  }

  /** Begins a statement. Call it in the asynchronous context of the request that sends it. */
  start(sql: string): RunningStatement {
    countStatement();
    return new RunningStatement(sql, this.notify, tracing?.statement(sql, this.database.dialect));
  }

  private readonly notify: StatementObserver = (sql, milliseconds) => {
    for (const observer of this.observers) observer(sql, milliseconds);
  };
}

/** A statement that was handed to the driver. */
class RunningStatement {
  private readonly started = performance.now();

  constructor(
    private readonly sql: string,
    private readonly notify: StatementObserver,
    private readonly span: StatementSpan | undefined,
  ) {}

  /**
   * @param rows the number of rows that it returned
   * @param error of the driver; drivers pass `null` if the statement did not fail
   */
  end(rows: number, error: unknown = null): void {
    this.span?.end(rows, error ?? undefined);
    this.notify(this.sql, performance.now() - this.started);
  }

  /** Ends a statement that the database did not run; observers are not notified. */
  refuse(error: unknown): void {
    this.span?.end(0, error);
  }
}
