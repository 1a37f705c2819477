import type BetterSqlite3 from 'better-sqlite3';
import { bindValues } from './bind-values.js';
import type { Row } from './database.js';

type Statement = BetterSqlite3.Statement<unknown[], Row>;

/** What a connection remembers of the texts that it prepared. */
const mostStatements = 500;

/** Prepared statements of one SQLite connection, whoever else uses it. */
export class SqliteConnection {
  private readonly statements = new Map<string, Statement>();

  constructor(readonly native: BetterSqlite3.Database) {}

  /** Synchronous: nobody else's statement runs before it answers. */
  run(text: string, values: readonly unknown[] = []): Row[] {
    const statement = this.statements.get(text) ?? this.prepare(text);
    const bound = bindValues(values);
    if (statement.reader) return statement.all(bound);
    statement.run(bound);
    return [];
  }

  private prepare(text: string): Statement {
    const statement = this.native.prepare<unknown[], Row>(text);
    // A statement without rows refuses `raw`.
    if (statement.reader) statement.raw(true);
    if (this.statements.size >= mostStatements) this.forgetOldest();
    this.statements.set(text, statement);
    return statement;
  }

  private forgetOldest(): void {
    for (const text of this.statements.keys()) {
      this.statements.delete(text);
      return;
    }
  }
}
