import type { QueryRunner } from 'typeorm';
import type { Connection, Transaction, WriteWatch } from './database.js';

/** Runs watches of a database; see {@link WriteWatch}. */
export class WriteWatches {
  private readonly watches: WriteWatch[] = [];
  private readonly followed = new Map<QueryRunner, WatchedStatements>();

  add(watch: WriteWatch): void {
    this.watches.push(watch);
  }

  /** Returns the watched statements of one transaction. */
  begin(): WatchedStatements {
    return new WatchedStatements(this.watches, this.followed);
  }

  /** Notes a statement that TypeORM sent. */
  noteFrom(runner: QueryRunner, sql: string): void {
    this.followed.get(runner)?.note(sql);
  }

  /** Runs the watches of a statement that has committed by itself. */
  async afterWrite(
    sql: string,
    transact: (work: (transaction: Transaction) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const statements = this.begin();
    statements.note(sql);
    if (statements.isConcerned)
      await transact((transaction) => statements.beforeCommit(transaction));
  }
}

/** Collects the watches that the statements of one transaction concern. */
export class WatchedStatements {
  private readonly concerned = new Set<WriteWatch>();
  private runner: QueryRunner | undefined;

  constructor(
    private readonly watches: readonly WriteWatch[],
    private readonly followed: Map<QueryRunner, WatchedStatements>,
  ) {}

  get isConcerned(): boolean {
    return this.concerned.size > 0;
  }

  note(sql: string): void {
    for (const watch of this.watches) if (watch.concerns(sql)) this.concerned.add(watch);
  }

  /** Also notes statements that TypeORM sends with this runner. */
  follow(runner: QueryRunner | undefined): void {
    if (!runner || this.watches.length === 0) return;
    this.runner = runner;
    this.followed.set(runner, this);
  }

  async beforeCommit(connection: Connection): Promise<void> {
    for (const watch of this.concerned) await watch.beforeCommit(connection);
  }

  end(): void {
    if (this.runner) this.followed.delete(this.runner);
  }
}
