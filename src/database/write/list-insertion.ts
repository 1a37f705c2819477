import type { CompiledColumn, CompiledTable } from '../../registry/resources/compiled-resource.js';
import type { Statement } from '../connection/database.js';
import type { Dialect } from '../dialects/dialect.js';
import { storedValue } from '../values/stored-values.js';

/** A row by the properties of its entity. */
type Properties = Readonly<Record<string, unknown>>;

/** Stores rows with one statement whose SQL does not depend on their number. */
export class ListInsertion {
  private readonly sql: string;
  private readonly listed: readonly CompiledColumn[];

  /**
   * @param columns the columns of a row
   * @param shared those of them that have the same value in all rows, which is bound once
   */
  constructor(
    private readonly dialect: Dialect,
    table: CompiledTable,
    columns: readonly CompiledColumn[],
    private readonly shared: readonly CompiledColumn[] = [],
  ) {
    const { quote, rows } = dialect;
    this.listed = columns.filter((column) => !shared.includes(column));
    const name = quote(table.name);
    const names = [...shared, ...this.listed].map((column) => quote(column.name));
    const values = [
      ...shared.map((column) => rows.shared(column)),
      ...this.listed.map((column, at) => rows.value(column, at)),
    ];
    this.sql =
      `insert into ${name} (${names.join(', ')}) select ${values.join(', ')}` +
      ` from ${rows.from(name, this.listed)}`;
  }

  /** @param rows at least one */
  of(rows: readonly object[]): Statement {
    const { dialect, listed, shared, sql } = this;
    const [first] = rows as readonly [Properties];
    const values = (rows as readonly Properties[]).map((row) =>
      listed.map(({ property }) => row[property]),
    );
    const bound = shared.map((column) => storedValue(first[column.property], column));
    return { sql, values: [...bound, dialect.rows.bind(values, listed)] };
  }
}
