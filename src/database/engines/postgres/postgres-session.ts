import type { PoolClient } from 'pg';
import type { EntityManager } from 'typeorm';
import type { ReadBounds, Row, Statement } from '../../connection/database.js';
import type { ReceiveRows } from '../../connection/pooled-database.js';
import type { Session } from '../../connection/run-transaction.js';
import { isConnectionLost, translateFailure } from '../../failures/translate-failure.js';
import type { Beginning } from './postgres-isolation.js';
import type { PostgresRunner } from './postgres-runner.js';
import { TransactionFailure } from './transaction-failure.js';

/** What sessions do with their connections. */
export interface SessionHost {
  /** Hands a statement to the driver. */
  send(client: PoolClient, statement: Statement, receive: ReceiveRows): void;
  createRunner(client: PoolClient, failure: TransactionFailure): PostgresRunner;
  /** Returns a connection to the pool, or drops it if its state is unknown. */
  release(client: PoolClient, isBroken: boolean): void;
}

const COMMIT: Statement = { sql: 'COMMIT' };
const ROLLBACK: Statement = { sql: 'ROLLBACK' };

/**
 * A transaction on one connection of PostgreSQL. It begins with its first statement, in the same
 * round trip: pg pipelines statements (`pipeline: true` in `postgres-options.ts`), so none of them
 * waits for the response to the previous one. Over a network, a round trip costs more than most
 * statements. If the only statement comes with the commit, it is sent without either.
 */
export class PostgresSession implements Session {
  readonly isLostBy = isConnectionLost;
  private isBegun = false;
  private readonly failure = new TransactionFailure();
  /** Created for code that works with entities. */
  private runner: PostgresRunner | null = null;

  constructor(
    private readonly host: SessionHost,
    private readonly client: PoolClient,
    private readonly beginning: Beginning,
  ) {}

  /** pg sends TypeORM's statements after the beginning of the transaction. */
  get manager(): EntityManager {
    if (!this.isBegun) this.queryAll([]).catch(() => undefined);
    this.runner ??= this.createRunner();
    return this.runner.manager;
  }

  async query(sql: string, values?: readonly unknown[], bounds?: ReadBounds): Promise<Row[]> {
    const [rows] = await this.queryAll([{ sql, values, bounds }]);
    return rows!;
  }

  async queryAll(statements: readonly Statement[]): Promise<readonly Row[][]> {
    if (this.isBegun) return this.send(statements);
    this.isBegun = true;
    const [, ...results] = await this.send([this.beginning, ...statements]);
    return results;
  }

  /** The commit of a failed transaction rolls it back; the failure is still reported. */
  async commit(last: readonly Statement[]): Promise<readonly Row[][]> {
    if (!this.isBegun && last.length === 0) return [];
    if (!this.isBegun && last.length === 1 && this.beginning.isDefault) return this.send(last);
    this.failure.verifyNone();
    if (this.runner) return this.commitRunner(this.runner, last);
    const results = await this.queryAll([...last, COMMIT]);
    return results.slice(0, -1);
  }

  async rollback(): Promise<void> {
    if (this.runner) await this.runner.rollbackAll();
    else if (this.isBegun) await this.send([ROLLBACK]);
  }

  async close(isBroken: boolean): Promise<void> {
    this.runner?.leaveTransaction();
    await this.runner?.release();
    this.host.release(this.client, isBroken);
  }

  private createRunner(): PostgresRunner {
    const runner = this.host.createRunner(this.client, this.failure);
    runner.enterTransaction();
    return runner;
  }

  /** TypeORM notifies its subscribers. */
  private async commitRunner(
    runner: PostgresRunner,
    last: readonly Statement[],
  ): Promise<readonly Row[][]> {
    const written = last.length > 0 ? this.send(last) : [];
    const [writing, ending] = await Promise.allSettled([written, runner.commitAll()]);
    if (writing.status === 'rejected') throw writing.reason;
    if (ending.status === 'rejected') throw ending.reason;
    return writing.value;
  }

  private send(statements: readonly Statement[]): Promise<readonly Row[][]> {
    return new Promise((resolve, reject) => {
      const results = statements.map((): Row[] => []);
      let [waiting, failure]: [number, unknown] = [statements.length, null];
      if (waiting === 0) return resolve([]);
      const receiver = (at: number) => (error: unknown, rows: Row[]) => {
        failure ??= error;
        results[at] = rows;
        waiting -= 1;
        if (waiting > 0) return;
        if (failure !== null) return reject(translateFailure(this.failure.causeOf(failure)));
        this.failure.noteSuccess();
        resolve(results);
      };
      inOnePacket(this.client, () =>
        statements.forEach((statement, at) => this.host.send(this.client, statement, receiver(at))),
      );
    });
  }
}

/** Sends what `send` hands to the driver in one packet. */
export function inOnePacket({ connection: { stream } }: PoolClient, send: () => void): void {
  stream.cork();
  send();
  stream.uncork();
}
