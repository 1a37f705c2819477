import type BetterSqlite3 from 'better-sqlite3';
import { bindValues } from '../database/bind-values.js';
import { bytesOf } from '../database/row-bytes.js';
import type { ReadBounds, Row, RowMeter } from '../database/database.js';

type Statement = BetterSqlite3.Statement<unknown[], Row>;

/** What a connection remembers of the texts that it prepared. */
const MAX_STATEMENTS = 500;

/**
 * So many rows are read at once, which is faster, and counted afterwards; longer results row by
 * row.
 */
const readAtOnce = 100;

/** Prepared statements of one SQLite connection, whoever else uses it. */
export class SqliteConnection {
  private readonly statements = new Map<string, Statement>();

  constructor(readonly native: BetterSqlite3.Database) {}

  /** Synchronous: nobody else's statement runs before it answers. */
  run(sql: string, values: readonly unknown[] = [], bounds?: ReadBounds): Row[] {
    const statement = this.statements.get(sql) ?? this.prepare(sql);
    const bound = bindValues(values);
    if (statement.reader)
      return bounds?.meter
        ? readCounted(statement, bound, bounds.meter, bounds.rows)
        : statement.all(bound);
    statement.run(bound);
    return [];
  }

  private prepare(sql: string): Statement {
    const statement = this.native.prepare<unknown[], Row>(sql);
    // A statement without rows refuses `raw`.
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
