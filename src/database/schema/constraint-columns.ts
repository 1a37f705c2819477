import type { CompiledColumn, CompiledTable } from '../../registry/resources/compiled-resource.js';
import type { Database, Row } from '../connection/database.js';
import type { Refusal } from '../failures/refusal.js';
import { dialects } from '../engines/dialects.js';
import { engines } from '../engines/engines.js';

/**
 * Finds the columns that a refusal of the database is about. Drivers report some of them; for the
 * others, the database is asked when the first change is refused, and again after a migration.
 *
 * @contract C9
 */
export class ConstraintColumns {
  private rows: Promise<readonly Row[]> | undefined;

  constructor(private readonly database: Database) {}

  /**
   * @returns `null` if the constraint is one of another table; an empty list if its columns are not
   * known
   */
  async of(refusal: Refusal, table: CompiledTable): Promise<readonly CompiledColumn[] | null> {
    if (refusal.table !== null && !this.isEqual(refusal.table, table.name)) return null;
    const known = [...table.columns.values()];
    if (refusal.columns.length > 0)
      return known.filter(({ name }) => refusal.columns.some((each) => isNamedIn(name, each)));
    if (refusal.constraint === null) return [];
    const parts = (await this.find(table.name, refusal.constraint)).map(([, , column, text]) =>
      column === null ? this.queries.checkIn(String(text), refusal.constraint!) : String(column),
    );
    return known.filter(({ name }) => parts.some((part) => isNamedIn(name, part)));
  }

  /**
   * Returns the columns whose values refer to no row, for engines that do not report them.
   *
   * @param written the values of each row
   */
  async unmatched(
    { name: table, columns }: CompiledTable,
    written: readonly ReadonlyMap<CompiledColumn, unknown>[],
  ): Promise<readonly CompiledColumn[]> {
    const dialect = dialects[this.database.dialect];
    const keys = await this.database.query(engines[this.database.dialect].tableQueries.foreignKeys);
    const unmatched = new Set<CompiledColumn>();
    for (const [owner, , name, target, referenced] of keys) {
      if (!this.isEqual(String(owner), table) || referenced === null) continue;
      const column = [...columns.values()].find((each) => this.isEqual(each.name, String(name)));
      const quoted = [target, referenced].map((each) => dialect.quote(String(each)));
      const sql = `select 1 from ${quoted[0]!} where ${quoted[1]!} = ?`;
      for (const value of column ? written.map((values) => values.get(column) ?? null) : [])
        if (value !== null && (await this.database.query(sql, [value])).length === 0)
          unmatched.add(column!);
    }
    return [...unmatched];
  }

  private async find(table: string, constraint: string): Promise<readonly Row[]> {
    const own = (rows: readonly Row[]) =>
      rows.filter(
        ([owner, name]) =>
          this.isEqual(String(owner), table) && (name === null || name === constraint),
      );
    const known = this.rows ? own(await this.rows) : [];
    if (known.length > 0) return known;
    this.rows = this.read();
    return own(await this.rows);
  }

  private async read(): Promise<readonly Row[]> {
    try {
      return await this.database.query(this.queries.constraints);
    } catch (error) {
      this.rows = undefined;
      throw error;
    }
  }

  private isEqual(one: string, other: string): boolean {
    const { fold } = this.queries;
    return fold(one) === fold(other);
  }

  private get queries() {
    return engines[this.database.dialect].schemaQueries;
  }
}

/** Whether an expression contains the name as a word, and not in a string. */
function isNamedIn(name: string, expression: string): boolean {
  if (expression === name) return true;
  const words = expression.replaceAll(/'(?:[^']|'')*'/g, '').match(/[\p{L}\p{N}_$]+/gu) ?? [];
  return words.some((word) => word.toLowerCase() === name.toLowerCase());
}
