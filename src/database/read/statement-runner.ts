import type { ByteBudget } from './byte-budget.js';
import type { Connection, Row, Transaction } from '../connection/database.js';
import { bytesOf } from '../connection/row-bytes.js';
import type { Dialect } from '../engines/dialects.js';
import { rowsFromJson } from '../dialects/rows-as-json.js';
import type { ReadStatement } from '../dialects/read-statement.js';
import { SqlCache } from '../sql/sql-cache.js';

const MAX_STATEMENTS = 1_000;

/** Runs reads, with as few round trips as the database allows. */
export class StatementRunner {
  constructor(
    private readonly connection: Connection,
    readonly dialect: Dialect,
    private readonly combined = new SqlCache<string | null>(MAX_STATEMENTS),
  ) {}

  /** Returns a runner on the connection of a transaction. */
  within(transaction: Transaction): StatementRunner {
    return new StatementRunner(transaction, this.dialect, this.combined);
  }

  run({ sql, values, rows, isByKey }: ReadStatement, bytes?: ByteBudget): Promise<readonly Row[]> {
    return this.connection.query(sql, values, {
      meter: bytes?.meterOf(sql),
      rows,
      isByKey,
      caller: bytes?.caller,
      source: bytes?.source,
    });
  }

  /**
   * Returns the rows of each statement: in one round trip if the database supports it and they are
   * short enough, otherwise concurrently.
   */
  runAll(
    statements: readonly ReadStatement[],
    bytes?: ByteBudget,
  ): Promise<readonly (readonly Row[])[]> {
    const sql = statements.length > 1 ? this.combine(statements) : null;
    return sql === null
      ? this.runApart(statements, bytes)
      : this.runTogether(sql, statements, bytes);
  }

  private runApart(
    statements: readonly ReadStatement[],
    bytes: ByteBudget | undefined,
  ): Promise<readonly (readonly Row[])[]> {
    return Promise.all(statements.map((statement) => this.run(statement, bytes)));
  }

  private async runTogether(
    sql: string,
    statements: readonly ReadStatement[],
    bytes: ByteBudget | undefined,
  ): Promise<readonly (readonly Row[])[]> {
    const values = statements.flatMap((statement) => statement.values);
    const { caller, source } = bytes ?? {};
    // What is read together with a record belongs to it.
    const isByKey = statements[0]!.isByKey;
    const [row] = await this.connection.query(sql, values, { rows: 1, isByKey, caller, source });
    const results = statements.map((statement, at) =>
      rowsFromJson(row![at] as string | null, statement),
    );
    // They are too long for one row, which the database limits.
    if (results.some((rows) => rows === null)) return this.runApart(statements, bytes);
    if (bytes) for (const rows of results) for (const each of rows!) bytes.take(bytesOf(each));
    return results as readonly (readonly Row[])[];
  }

  private combine(statements: readonly ReadStatement[]): string | null {
    const { together } = this.dialect;
    if (together === null) return null;
    const shape = statements.map(({ sql }) => sql).join('\n');
    return this.combined.get(shape, () => together(statements));
  }
}
