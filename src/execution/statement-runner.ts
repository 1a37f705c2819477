import type { Connection, Row, Transaction } from './database/database.js';
import type { Dialect } from './dialects/index.js';
import { rowsFromJson } from './dialects/rows-as-json.js';
import type { ReadStatement } from './statements/read-statement.js';

const MOST_TEXTS = 1_000;

/** Runs reads, with as few round trips as the database allows. */
export class StatementRunner {
  constructor(
    private readonly connection: Connection,
    readonly dialect: Dialect,
    private readonly combined = new Map<string, string | null>(),
  ) {}

  /** The same on the connection of a transaction. */
  within(transaction: Transaction): StatementRunner {
    return new StatementRunner(transaction, this.dialect, this.combined);
  }

  run({ text, values }: ReadStatement): Promise<readonly Row[]> {
    return this.connection.query(text, values);
  }

  /** The rows of each: in one round trip where the database has that, beside each other where it has not. */
  async runAll(statements: readonly ReadStatement[]): Promise<readonly (readonly Row[])[]> {
    const text = statements.length > 1 ? this.combine(statements) : null;
    if (text === null) return Promise.all(statements.map((statement) => this.run(statement)));
    const values = statements.flatMap((statement) => statement.values);
    const [answers] = await this.connection.query(text, values);
    return statements.map((statement, at) => rowsFromJson(answers![at] as string | null, statement));
  }

  private combine(statements: readonly ReadStatement[]): string | null {
    const { together } = this.dialect;
    if (together === null) return null;
    const shape = statements.map(({ text }) => text).join('\n');
    const known = this.combined.get(shape);
    if (known !== undefined) return known;
    if (this.combined.size >= MOST_TEXTS) this.combined.delete(this.combined.keys().next().value!);
    const text = together(statements);
    this.combined.set(shape, text);
    return text;
  }
}
