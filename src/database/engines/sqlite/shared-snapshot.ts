import { nextTick } from 'node:process';
import type BetterSqlite3 from 'better-sqlite3';

/**
 * Lets the reads of one event share a transaction. Each transaction locks the file and unlocks it,
 * which costs more than reading a record by its key.
 *
 * The transaction ends before the process handles its next event, so that a request never misses
 * what was committed before it arrived, also by another process.
 */
export class SharedSnapshot {
  private readonly begin: BetterSqlite3.Statement;
  private readonly commit: BetterSqlite3.Statement;

  /** @param reader a connection that only reads */
  constructor(private readonly reader: BetterSqlite3.Database) {
    this.begin = reader.prepare('begin');
    this.commit = reader.prepare('commit');
  }

  /** Begins a transaction, unless one is open. */
  join(): void {
    if (this.reader.inTransaction) return;
    this.begin.run();
    // Behind all promises that are settled by now, and those that settle because of them.
    queueMicrotask(() => nextTick(() => this.end()));
  }

  /** Ends the transaction, if one is open: the next read sees what is committed then. */
  end(): void {
    if (this.reader.inTransaction) this.commit.run();
  }
}
