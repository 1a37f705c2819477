import type { CompiledColumn } from '../../registry/resources/compiled-resource.js';
import type { StoredColumn } from '../../registry/resources/schema-facts.js';
import type { Connection, Row, Statement, Transaction } from '../connection/database.js';
import type { Dialect } from '../dialects/dialect.js';
import type { Key } from '../../base/types/register.js';
import { columnsFilledBy } from '../values/filled-columns.js';
import type { WriteTarget } from './record-writer.js';
import type { StoredSchema } from '../schema/stored-schema.js';
import { ValueIndex } from '../values/value-index.js';

/** The most values that one statement binds. */
const MAX_BOUND = 500;

/** A row as the database has it: values as text, by the names of their columns. */
export type ExactRow = Readonly<Record<string, string | null>>;

/** The columns of a row as the database has them, read together with others. */
export interface ExactColumns {
  /** What a statement reads of `t` besides its other columns: `, …` */
  readonly sql: string;
  /** @param from the place of the first of the columns in the row */
  rowIn(row: Row, from: number): ExactRow;
}

/** Rows of a table to find. */
export interface RowsToFind {
  readonly table: string;
  readonly select: readonly StoredColumn[];
  /** The columns by which rows are found. */
  readonly by: readonly string[];
  /** A row is found if its columns have one of these lists of values. Nulls are not allowed. */
  readonly values: readonly (readonly unknown[])[];
  /** Further conditions on `t`: ` and …`, or empty. */
  readonly conditions?: string;
  /** The most rows to return; omitted for all. */
  readonly max?: number;
}

/** The columns of records to read. */
export interface PartOfRecords {
  readonly table: string;
  readonly keyColumn: CompiledColumn;
  /** Including the key; omitted for all columns of the table. */
  readonly columns?: Iterable<CompiledColumn>;
}

interface AskedRows {
  readonly parts: RowsToFind;
  /** Returns the found rows in the order of the records. */
  readonly inOrder: (rows: readonly ExactRow[]) => readonly ExactRow[];
}

/** A change of some columns of a row, before and after. */
export interface ExactChange {
  /** The values of the row's primary key. */
  readonly key: ExactRow;
  readonly before: ExactRow;
  readonly after: ExactRow;
}

/**
 * Reads rows so that they can be stored again exactly as they were: all columns of their table in
 * the database, whether an entity declares them or not, as text.
 *
 * @contract C15.1
 */
export class ExactRows {
  constructor(
    private readonly schema: StoredSchema,
    private readonly dialect: Dialect,
  ) {}

  /**
   * Returns the columns that make up a row: all but those that the database computes; none if the
   * database does not list the table's columns.
   */
  columnsOf(table: string): readonly StoredColumn[] {
    const columns = this.schema.columnsOf(table);
    return columns.filter(({ computed }) => !computed);
  }

  /** Returns the expressions that select columns of `alias`. */
  selection(columns: readonly StoredColumn[], alias: string): readonly string[] {
    const { exact, quote } = this.dialect;
    return columns.map(({ name, type }) => exact.read(`${alias}.${quote(name)}`, type));
  }

  /** Returns a row of {@link selection}. @param from the place of the first of the columns */
  rowOf(columns: readonly StoredColumn[], values: Row, from = 0): ExactRow {
    const row: Record<string, string | null> = {};
    columns.forEach(({ name }, at) => (row[name] = values[from + at] as string | null));
    return row;
  }

  /** Returns a value as it is bound to its column. */
  valueOf({ name, type }: StoredColumn, row: ExactRow): unknown {
    const text = row[name] ?? null;
    return text === null ? null : this.dialect.exact.bind(text, type);
  }

  /** Returns values as they are bound, by the names of their columns. */
  valuesOf(columns: readonly StoredColumn[], row: ExactRow): Readonly<Record<string, unknown>> {
    return Object.fromEntries(
      columns.map((column) => [column.name, this.valueOf(column, row)] as const),
    );
  }

  async find(connection: Connection, parts: RowsToFind): Promise<readonly ExactRow[]> {
    const found: ExactRow[] = [];
    for (const { sql, values } of this.finding(parts)) {
      const rows = await connection.query(sql, values);
      found.push(...rows.map((row) => this.rowOf(parts.select, row)));
    }
    return found;
  }

  /** Returns the rows of records, in their order; none if the database does not list the columns. */
  async ofRecords(
    connection: Connection,
    part: PartOfRecords,
    records: readonly object[],
  ): Promise<readonly ExactRow[]> {
    const asked = this.askFor(part, records);
    return asked ? asked.inOrder(await this.find(connection, asked.parts)) : [];
  }

  /** Like {@link ofRecords}, but reads with the transaction's next statement, before it. */
  ofRecordsLater(
    transaction: Transaction,
    part: PartOfRecords,
    records: readonly object[],
    receive: (rows: readonly ExactRow[]) => void,
  ): void {
    const asked = this.askFor(part, records);
    if (asked)
      transaction.later(this.finding(asked.parts), (results) =>
        receive(asked.inOrder(results.flat().map((row) => this.rowOf(asked.parts.select, row)))),
      );
  }

  private askFor(
    { table, keyColumn, columns }: PartOfRecords,
    records: readonly object[],
  ): AskedRows | null {
    const all = this.columnsOf(table);
    const names = columns && new Set([...columns].map(({ name }) => name));
    const select = names ? all.filter(({ name }) => names.has(name)) : all;
    const key = select.find(({ name }) => name === keyColumn.name);
    if (!key) return null;
    const values = records.map((record) => [keyIn(record, keyColumn)]);
    return {
      parts: { table, select, by: [key.name], values },
      inOrder: (rows) => {
        const index = new ValueIndex(rows.map((row) => [this.valueOf(key, row)]));
        return values.map((value) => rows[index.find(value)!]!);
      },
    };
  }

  /** Stores rows of one table, all with the same columns. */
  async insert(transaction: Transaction, table: string, rows: readonly ExactRow[]): Promise<void> {
    const { quote, overriding } = this.dialect;
    const all = this.columnsOf(table);
    const columns = all.filter(({ name }) => Object.hasOwn(rows[0]!, name));
    const names = columns.map(({ name }) => quote(name)).join(', ');
    const places = `(${columns.map(() => '?').join(', ')})`;
    const size = Math.max(1, Math.floor(MAX_BOUND / columns.length));
    for (const some of piecesOf(rows, size, false)) {
      const sql = `insert into ${quote(table)} (${names})${overriding} values ${some.map(() => places).join(', ')}`;
      const values = some.flatMap((row) => columns.map((column) => this.valueOf(column, row)));
      await transaction.query(sql, values);
    }
  }

  /**
   * Writes columns of records, and counts their version. Records that get the same values share a
   * statement.
   */
  async update(
    transaction: Transaction,
    { table, keyColumn }: WriteTarget,
    rows: readonly { readonly key: Key; readonly row: ExactRow }[],
  ): Promise<void> {
    const { quote } = this.dialect;
    const all = this.columnsOf(table.name);
    const versions = columnsFilledBy(table, 'version').map(({ name }) => quote(name));
    const groups = new Map<string, { row: ExactRow; keys: Key[] }>();
    for (const { key, row } of rows) {
      const values = JSON.stringify(row);
      const group = groups.get(values);
      if (group) group.keys.push(key);
      else groups.set(values, { row, keys: [key] });
    }
    const statements = [...groups.values()].flatMap(({ row, keys }) => {
      const columns = all.filter(({ name, generated }) => !generated && Object.hasOwn(row, name));
      const set = [
        ...columns.map(({ name }) => `${quote(name)} = ?`),
        ...versions.map((name) => `${name} = ${name} + 1`),
      ];
      return piecesOf(keys, MAX_BOUND).map((piece) => ({
        sql: `update ${quote(table.name)} set ${set.join(', ')} where ${quote(keyColumn.name)} in (${marks(piece)})`,
        values: [...columns.map((column) => this.valueOf(column, row)), ...piece.map(asKey)],
      }));
    });
    await this.runAll(transaction, statements);
  }

  /** Sets changed rows back to the state before, unless they have changed again since. */
  async setBack(
    transaction: Transaction,
    table: string,
    changes: readonly ExactChange[],
  ): Promise<void> {
    const columns = this.columnsOf(table);
    const statements = changes.map((change) => this.settingBack(table, columns, change));
    await this.runAll(transaction, statements);
  }

  private async runAll(transaction: Transaction, statements: readonly Statement[]): Promise<void> {
    for (let at = 0; at < statements.length; at += MAX_BOUND)
      await transaction.queryAll(statements.slice(at, at + MAX_BOUND));
  }

  private settingBack(
    table: string,
    columns: readonly StoredColumn[],
    { key, before, after }: ExactChange,
  ): Statement {
    const { quote, exact } = this.dialect;
    const of = (row: ExactRow) => columns.filter(({ name }) => Object.hasOwn(row, name));
    const bound = (row: ExactRow) => of(row).map((column) => this.valueOf(column, row));
    const set = of(before).map(({ name }) => `${quote(name)} = ?`);
    const isRow = of(key).map(({ name }) => `${quote(name)} = ?`);
    const kept = of(after).filter(({ name }) => after[name] !== null);
    const isUnchanged = of(after).map((column) =>
      kept.includes(column)
        ? `${exact.read(quote(column.name), column.type)} = ?`
        : `${quote(column.name)} is null`,
    );
    return {
      sql: `update ${quote(table)} set ${set.join(', ')} where ${[...isRow, ...isUnchanged].join(' and ')}`,
      values: [...bound(before), ...bound(key), ...kept.map(({ name }) => after[name])],
    };
  }

  /** Returns the statements that find rows. */
  private finding({ table, select, by, values, conditions = '', max }: RowsToFind): Statement[] {
    const { quote } = this.dialect;
    const selected = this.selection(select, 't').join(', ');
    const names = by.map((name) => `t.${quote(name)}`);
    const row = `(${names.map((name) => `${name} = ?`).join(' and ')})`;
    const limit = max === undefined ? '' : ` limit ${max}`;
    const size = Math.max(1, Math.floor(MAX_BOUND / by.length));
    return piecesOf(values, size).map((some) => {
      const isOne =
        by.length === 1 ? `${names[0]} in (${marks(some)})` : some.map(() => row).join(' or ');
      return {
        sql: `select ${selected} from ${quote(table)} t where (${isOne})${conditions}${limit}`,
        values: some.flat().map(asKey),
      };
    });
  }
}

const keyIn = (record: object, { property }: CompiledColumn): unknown =>
  (record as Readonly<Record<string, unknown>>)[property];

/** A number would differ from the same number in a column of strings. */
const asKey = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

/**
 * Splits a list.
 *
 * @param isPadded whether to repeat the last item of a piece, so that there are few different
 * lengths, and so few different statements
 */
function piecesOf<Item>(
  items: readonly Item[],
  max: number,
  isPadded = true,
): readonly (readonly Item[])[] {
  const pieces: (readonly Item[])[] = [];
  for (let at = 0; at < items.length; at += max) {
    const piece = items.slice(at, at + max);
    const size = isPadded ? Math.min(max, 2 ** Math.ceil(Math.log2(piece.length))) : piece.length;
    pieces.push([...piece, ...new Array<Item>(size - piece.length).fill(piece.at(-1)!)]);
  }
  return pieces;
}

const marks = (list: readonly unknown[]): string => list.map(() => '?').join(', ');
