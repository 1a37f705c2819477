import type { PoolClient } from 'pg';
import type { EntityManager, QueryRunner } from 'typeorm';
import type { Row, Statement } from './database.js';
import type { Answer } from './postgres-query.js';
import type { Session } from './run-transaction.js';
import { commitAll, rollbackAll, setTransactionDepth } from './transaction-depth.js';
import { translateFailure } from './translate-failure.js';

/** Hands a statement to the driver. */
export type Send = (statement: Statement, answer: Answer) => void;

/** What pg reads before it sends each statement; its types take it for fixed, as it mostly is. */
type PipeliningClient = Omit<PoolClient, 'pipeline'> & { pipeline: boolean };

const BEGIN: Statement = { text: 'START TRANSACTION' };

/**
 * A transaction on one connection of PostgreSQL. It begins with its first statement, in the same round trip: over a
 * network each of them costs more than most statements do.
 */
export class PostgresSession implements Session {
  private isBegun = false;

  constructor(
    private readonly runner: QueryRunner,
    private readonly client: PoolClient,
    private readonly send: Send,
  ) {
    setTransactionDepth(runner, 1);
  }

  /** What TypeORM sends stands behind the beginning in pg's own queue. */
  get manager(): EntityManager {
    if (!this.isBegun) this.queryAll([]).catch(() => undefined);
    return this.runner.manager;
  }

  async query(text: string, values?: readonly unknown[]): Promise<Row[]> {
    const [rows] = await this.queryAll([{ text, values }]);
    return rows!;
  }

  queryAll(statements: readonly Statement[]): Promise<readonly Row[][]> {
    return new Promise((resolve, reject) => {
      const sent = this.isBegun ? statements : [BEGIN, ...statements];
      const answers = sent.map((): Row[] => []);
      let [waiting, failure]: [number, unknown] = [sent.length, null];
      if (waiting === 0) return resolve([]);
      this.isBegun = true;
      const answer = (at: number) => (error: unknown, rows: Row[]) => {
        failure ??= error;
        answers[at] = rows;
        waiting -= 1;
        if (waiting > 0) return;
        if (failure === null) resolve(answers.slice(sent.length - statements.length));
        else reject(translateFailure(failure));
      };
      this.inOnePacket(() => sent.forEach((statement, at) => this.send(statement, answer(at))), sent.length);
    });
  }

  /** The commit of what failed undoes it; what failed is told all the same. */
  async commit(last: readonly Statement[]): Promise<void> {
    if (!this.isBegun && last.length === 0) return;
    const written = last.length > 0 ? this.queryAll(last) : null;
    const [writing, ending] = await Promise.allSettled([written, commitAll(this.runner)]);
    for (const part of [writing, ending]) if (part.status === 'rejected') throw part.reason;
  }

  async rollback(): Promise<void> {
    if (this.isBegun) await rollbackAll(this.runner);
  }

  close(isBroken: boolean): Promise<void> {
    // The pool throws away a client that is ending.
    if (isBroken) void this.client.end();
    setTransactionDepth(this.runner, 0);
    return this.runner.release();
  }

  private inOnePacket(send: () => void, count: number): void {
    if (count === 1) return send();
    const { stream } = this.client.connection;
    this.pipeline();
    stream.cork();
    send();
    stream.uncork();
  }

  /** Until all is answered that was sent, whoever sent it: then cursors, which cannot be pipelined, are served again. */
  private pipeline(): void {
    const client = this.client as PipeliningClient;
    if (client.pipeline) return;
    client.pipeline = true;
    client.once('drain', () => (client.pipeline = false));
  }
}
