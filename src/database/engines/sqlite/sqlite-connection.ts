import type BetterSqlite3 from 'better-sqlite3';
import { bindValues } from '../../connection/bind-values.js';
import { bytesOf } from '../../connection/row-bytes.js';
import type { ReadBounds, Row, RowMeter } from '../../connection/database.js';

type Statement = BetterSqlite3.Statement<unknown[], Row>;

/** The most prepared statements of a connection. */
const MAX_STATEMENTS = 500;

/**
 * Results of up to this many rows are read at once, which is faster, and counted afterwards; longer
 * ones row by row.
 */
const readAtOnce = 100;

/** The prepared statements of one SQLite connection, which TypeORM may also use. */
export class SqliteConnection {
  private readonly statements = new Map<string, Statement>();

  constructor(readonly native: BetterSqlite3.Database) {}

  /** Synchronous: no other statement runs before it returns. */
  run(sql: string, values: readonly unknown[] = [], bounds?: ReadBounds): Row[] {
    const statement = this.statementOf(sql);
    const bound = bindValues(values);
    if (statement.reader)
      return bounds?.meter
        ? readCounted(statement, bound, bounds.meter, bounds.rows)
        : statement.all(bound);
    statement.run(bound);
    return [];
  }

  /** Returns the rows one by one. @param values as SQLite accepts them */
  each(sql: string, values: readonly unknown[]): Iterable<Row> {
    const statement = this.statementOf(sql);
    return statement.reader ? statement.iterate([...values]) : this.run(sql, values);
  }

  private statementOf(sql: string): Statement {
    return this.statements.get(sql) ?? this.prepare(sql);
  }

  private prepare(sql: string): Statement {
    const statement = this.native.prepare<unknown[], Row>(sql);
    // A statement without rows does not accept `raw`.
    if (statement.reader) statement.raw(true);
    if (this.statements.size >= MAX_STATEMENTS) this.forgetOldest();
    this.statements.set(sql, statement);
    return statement;
  }

  private forgetOldest(): void {
    for (const sql of this.statements.keys()) {
      this.statements.delete(sql);
      return;
    }
  }
}

function readCounted(statement: Statement, bound: unknown[], meter: RowMeter, max: number): Row[] {
  meter.start();
  const rows: Row[] = [];
  for (const row of max <= readAtOnce ? statement.all(bound) : statement.iterate(bound)) {
    meter.take(bytesOf(row));
    rows.push(row);
  }
  return rows;
}
