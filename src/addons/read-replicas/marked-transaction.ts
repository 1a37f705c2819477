import type { EntityManager } from 'typeorm';
import type {
  ReadBounds,
  Row,
  Statement,
  Transaction,
} from '../../database/connection/database.js';

/** Statements that write nothing. */
const READS = /^[\s(]*(?:select|show|explain|set|savepoint|release|rollback)\b/i;

/**
 * A transaction of a request that may write: if it does, it stores the caller's mark together with
 * the commit. What code does with TypeORM's manager counts as a write.
 */
export class MarkedTransaction implements Transaction {
  private hasWritten = false;
  private isMarked = false;

  constructor(
    private readonly transaction: Transaction,
    private readonly newMark: () => Statement,
  ) {}

  get manager(): EntityManager {
    this.hasWritten = true;
    return this.transaction.manager;
  }

  query(sql: string, values?: readonly unknown[], bounds?: ReadBounds): Promise<Row[]> {
    this.note(sql);
    return this.transaction.query(sql, values, bounds);
  }

  queryAll(statements: readonly Statement[]): Promise<readonly Row[][]> {
    for (const { sql } of statements) this.note(sql);
    return this.transaction.queryAll(statements);
  }

  later(statements: readonly Statement[], receive?: (results: readonly Row[][]) => void): void {
    for (const { sql } of statements) this.note(sql);
    this.transaction.later(statements, receive);
  }

  flush(): Promise<void> {
    return this.transaction.flush();
  }

  queryAndCommit(sql: string, values?: readonly unknown[]): Promise<Row[]> {
    this.note(sql);
    this.mark();
    return this.transaction.queryAndCommit(sql, values);
  }

  afterCommit(work: () => Promise<void> | void): void {
    this.transaction.afterCommit(work);
  }

  afterRollback(work: () => Promise<void> | void): void {
    this.transaction.afterRollback(work);
  }

  doNotRepeat(): void {
    this.transaction.doNotRepeat();
  }

  /** Stores the mark with the commit, unless nothing was written. */
  mark(): void {
    if (!this.hasWritten || this.isMarked) return;
    this.isMarked = true;
    this.transaction.later([this.newMark()]);
  }

  private note(sql: string): void {
    this.hasWritten ||= !READS.test(sql);
  }
}
