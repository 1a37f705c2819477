import type { PoolClient } from 'pg';
import type { EntityManager } from 'typeorm';
import type { ReadBounds, Row, Statement } from '../../connection/database.js';
import type { ReceiveRows } from '../../connection/pooled-database.js';
import type { Session } from '../../connection/run-transaction.js';
import { translateFailure } from '../../failures/translate-failure.js';
import type { PostgresRunner } from './postgres-runner.js';

/** Hands a statement to the driver. */
export type Send = (statement: Statement, receive: ReceiveRows) => void;

/**
 * A transaction on one connection of PostgreSQL. It begins with its first statement, in the same
 * round trip: pg pipelines statements (`pipeline: true` in `postgres-options.ts`), so none of them
 * waits for the response to the previous one. Over a network, a round trip costs more than most
 * statements.
 */
export class PostgresSession implements Session {
  private isBegun = false;

  constructor(
    private readonly runner: PostgresRunner,
    private readonly client: PoolClient,
    private readonly send: Send,
    private readonly beginning: Statement,
  ) {
    runner.enterTransaction();
  }

  /** pg sends TypeORM's statements after the beginning of the transaction. */
  get manager(): EntityManager {
    if (!this.isBegun) this.queryAll([]).catch(() => undefined);
    return this.runner.manager;
  }

  async query(sql: string, values?: readonly unknown[], bounds?: ReadBounds): Promise<Row[]> {
    const [rows] = await this.queryAll([{ sql, values, bounds }]);
    return rows!;
  }

  queryAll(statements: readonly Statement[]): Promise<readonly Row[][]> {
    return new Promise((resolve, reject) => {
      const sent = this.isBegun ? statements : [this.beginning, ...statements];
      const results = sent.map((): Row[] => []);
      let [waiting, failure]: [number, unknown] = [sent.length, null];
      if (waiting === 0) return resolve([]);
      this.isBegun = true;
      const receiver = (at: number) => (error: unknown, rows: Row[]) => {
        failure ??= error;
        results[at] = rows;
        waiting -= 1;
        if (waiting > 0) return;
        if (failure !== null) return reject(translateFailure(this.runner.causeOf(failure)));
        this.runner.noteSuccess();
        resolve(results.slice(sent.length - statements.length));
      };
      inOnePacket(this.client, () =>
        sent.forEach((statement, at) => this.send(statement, receiver(at))),
      );
    });
  }

  /** The commit of a failed transaction rolls it back; the failure is still reported. */
  async commit(last: readonly Statement[]): Promise<readonly Row[][]> {
    if (!this.isBegun && last.length === 0) return [];
    if (this.runner.failure !== undefined) throw this.runner.failure;
    const written = last.length > 0 ? this.queryAll(last) : [];
    const [writing, ending] = await Promise.allSettled([written, this.runner.commitAll()]);
    if (writing.status === 'rejected') throw writing.reason;
    if (ending.status === 'rejected') throw ending.reason;
    return writing.value;
  }

  async rollback(): Promise<void> {
    if (this.isBegun) await this.runner.rollbackAll();
  }

  close(isBroken: boolean): Promise<void> {
    // The pool drops a client that is ending.
    if (isBroken) void this.client.end();
    this.runner.leaveTransaction();
    return this.runner.release();
  }
}

/** Sends what `send` hands to the driver in one packet. */
export function inOnePacket({ connection: { stream } }: PoolClient, send: () => void): void {
  stream.cork();
  send();
  stream.uncork();
}
