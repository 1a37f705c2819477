import type { Key } from '../../base/types/register.js';
import type {
  CompiledColumn,
  CompiledResource,
} from '../../registry/resources/compiled-resource.js';
import type { Row, Statement, Transaction } from '../connection/database.js';
import { bindKey, type Dialect } from '../dialects/dialect.js';
import {
  columnsFilledBy,
  filledWhenChanged,
  filledWhenStored,
  withoutGenerated,
} from '../values/filled-columns.js';
import { storedValue } from '../values/stored-values.js';
import { bound, type SqlPart } from '../dialects/compose.js';
import type { RowSql } from '../sql/parts/fragment.js';
import { COLUMNS_ONLY, returnedColumns } from './returned-rows.js';

/** The most values that one statement binds; SQLite accepts 32,766. */
const MAX_VALUES = 30_000;

/** Values of the entity's properties, by column. */
export type ColumnValues = ReadonlyMap<CompiledColumn, unknown>;

/** A table that is written to. */
export type WriteTarget = Pick<CompiledResource, 'table' | 'keyColumn'>;

/** A row that was stored. */
export interface InsertedRow {
  readonly key: Key;
  /** What was asked to be returned: all columns of the table first. `null` if nothing was. */
  readonly row: Row | null;
}

/** How rows are written. */
export interface StatementTerms {
  /**
   * What the statement returns of each row behind the columns of its table: `, …`, or empty. `null`
   * for nothing but the key of a new row.
   */
  readonly returned: RowSql | null;
  /** Whether the statement is sent with the commit, since nothing follows it. */
  readonly isLast: boolean;
}

/** How a single row is updated. */
export interface UpdateTerms extends StatementTerms {
  /**
   * Insertions of lists that the statement makes too, if it updates the row. Only together with
   * `returned`, for databases that can change rows in `with`.
   */
  readonly along: readonly Statement[];
  /** What the row must still be like: ` and …`; `null` for a locked row. */
  readonly expected: RowSql | null;
}

/** The terms of a write that others follow. */
export const PLAINLY: UpdateTerms = { returned: null, isLast: false, expected: null, along: [] };

/** What an update has written. */
export interface UpdatedRows {
  /** The values of columns with generated values. */
  readonly filled: ColumnValues;
  /** As in {@link InsertedRow}, for an update of a single row. */
  readonly row: Row | null;
}

/**
 * Stores and changes rows of a table, with one statement for all rows. Fills in generated values,
 * alike on every database.
 */
export class RecordWriter {
  constructor(private readonly dialect: Dialect) {}

  /** @param terms of an update of a single row */
  async update(
    transaction: Transaction,
    target: WriteTarget,
    changes: ReadonlyMap<Key, ColumnValues>,
    terms: UpdateTerms = PLAINLY,
  ): Promise<UpdatedRows> {
    const filled = filledWhenChanged(target.table);
    const rows: Entry<Key>[] = [];
    for (const [key, given] of changes) {
      const values = withoutGenerated(given, null);
      if (values.size > 0) rows.push([key, values]);
    }
    if (rows.length === 1) {
      const [key, values] = rows[0]!;
      const changed = this.change(target, key, new Map([...filled, ...values]));
      const { sql, values: all } = this.onTerms(target, changed, terms);
      const [row = null] = await send(transaction, terms)(sql, all);
      return { filled, row };
    }
    if (rows.length > 1) await this.updateRows(transaction, target, rows, filled);
    return { filled, row: null };
  }

  /** Reads a single row, instead of an update that would change nothing. */
  async find(
    transaction: Transaction,
    { table, keyColumn }: WriteTarget,
    key: Key,
    terms: UpdateTerms,
  ): Promise<UpdatedRows> {
    const { quote } = this.dialect;
    const name = quote(table.name);
    const { returned, expected } = terms;
    const columns = returnedColumns(table, returned ?? COLUMNS_ONLY, this.dialect);
    const condition = expected?.sql(name) ?? '';
    const sql = `select ${columns} from ${name} where ${quote(keyColumn.name)} = ?${condition}`;
    const values = [
      ...(returned?.values ?? []),
      bindKey(key, keyColumn),
      ...(expected?.values ?? []),
    ];
    const [row = null] = await send(transaction, terms)(sql, values);
    return { filled: new Map(), row };
  }

  private onTerms(
    { table }: WriteTarget,
    { sql, values = [] }: Statement,
    { expected, returned, along }: UpdateTerms,
  ): Statement {
    const condition = expected?.sql(this.dialect.quote(table.name)) ?? '';
    const returning = returned
      ? ` returning ${returnedColumns(table, returned, this.dialect)}`
      : '';
    const update = {
      sql: sql + condition + returning,
      values: [...values, ...(expected?.values ?? []), ...(returned?.values ?? [])],
    };
    return along.length > 0 ? inserting(update, along) : update;
  }

  /** Returns the statement that changes columns of one row. @param values at least one */
  change({ table, keyColumn }: WriteTarget, key: Key, values: ColumnValues): Statement {
    const all = new Map([...filledWhenChanged(table), ...values]);
    const changes = [...all.keys()].map(({ name }) => `${this.dialect.quote(name)} = ?`);
    const version = columnsFilledBy(table, 'version').map((column) => {
      const name = this.dialect.quote(column.name);
      return `${name} = ${name} + 1`;
    });
    const sql =
      `update ${this.dialect.quote(table.name)} set ${[...changes, ...version].join(', ')}` +
      ` where ${this.dialect.quote(keyColumn.name)} = ?`;
    const stored = [...all].map(([column, value]) => storedValue(value, column));
    return { sql, values: [...stored, bindKey(key, keyColumn)] };
  }

  /** Returns the new rows in their order. @param terms `isLast` for a single row */
  async insert(
    transaction: Transaction,
    target: WriteTarget,
    rows: readonly ColumnValues[],
    terms: StatementTerms = PLAINLY,
  ): Promise<readonly InsertedRow[]> {
    const whole = this.completed(
      rows.map((row, at) => {
        const values = filledWhenStored(target.table);
        for (const [column, value] of withoutGenerated(row, target.keyColumn))
          values.set(column, value);
        return [at, values] as const;
      }),
    );
    const inserted: InsertedRow[] = [];
    for (const alike of byColumns(whole)) {
      const size = Math.floor(MAX_VALUES / Math.max(1, alike[0]![1].size));
      for (let start = 0; start < alike.length; start += size) {
        const piece = alike.slice(start, start + size);
        const stored = await this.insertAlike(
          transaction,
          target,
          piece.map(([, values]) => values),
          terms,
        );
        piece.forEach(([at], place) => (inserted[at] = stored[place]!));
      }
    }
    return inserted;
  }

  /**
   * Adds the columns that other rows contain, so that one statement can store all rows: null, or
   * the default where SQL can ask for it.
   */
  private completed(rows: readonly Entry<number>[]): readonly Entry<number>[] {
    if (rows.every(([, values]) => isAlike(rows[0]![1], values))) return rows;
    const columns = columnsOf(rows);
    const { asksForDefaults } = this.dialect;
    return rows.map(([at, values]) => {
      const whole = new Map(values);
      for (const column of columns.filter((each) => !values.has(each)))
        if (column.filledBy === 'default' && asksForDefaults) whole.set(column, DEFAULT);
        else if (column.filledBy === null && column.nullable) whole.set(column, null);
      return [at, whole];
    });
  }

  private async updateRows(
    transaction: Transaction,
    { table, keyColumn }: WriteTarget,
    rows: readonly Entry<Key>[],
    filled: ColumnValues,
  ): Promise<void> {
    const { dialect } = this;
    const { quote } = dialect;
    const [[, first]] = rows as readonly [Entry<Key>];
    const isShared = rows.every(([, values]) => values === first);
    const shared = isShared ? new Map([...filled, ...first]) : filled;
    const ofRow = isShared ? [] : columnsOf(rows);
    const ofAll = [...shared.keys()].filter((column) => !ofRow.includes(column));
    const isPartial = rows.some(([, values]) => !isAlike(first, values));
    const list = isPartial ? dialect.rows.partial : dialect.rows;
    const columns = [keyColumn, ...ofRow];
    const name = quote(table.name);
    const valueSql = (column: CompiledColumn, at: number): string =>
      isPartial
        ? `case when ${dialect.rows.partial.isGiven(column, at)} then ${list.value(column, at)} else m.${quote(column.name)} end`
        : list.value(column, at);
    const valueIn = (values: ColumnValues, column: CompiledColumn): unknown =>
      values.has(column) ? values.get(column) : filled.get(column);
    const listed = rows.map(([key, values]) => {
      const row: unknown[] = [key];
      for (const column of ofRow) row.push(valueIn(values, column));
      return row;
    });
    const { sql, values } = dialect.rows.update({
      table: name,
      from: bound(list.bind(listed, columns), list.from(name, columns)),
      on: `m.${quote(keyColumn.name)} = ${list.value(keyColumn, 0)}`,
      changes: [
        ...ofAll.map((column) => [quote(column.name), storedAs(column, shared)] as const),
        ...ofRow.map((column, at) => [quote(column.name), valueSql(column, at + 1)] as const),
        ...columnsFilledBy(table, 'version').map(
          (column) => [quote(column.name), `m.${quote(column.name)} + 1`] as const,
        ),
      ],
    });
    await transaction.query(sql, values);
  }

  private async insertAlike(
    transaction: Transaction,
    { table, keyColumn }: WriteTarget,
    rows: readonly ColumnValues[],
    terms: StatementTerms,
  ): Promise<readonly InsertedRow[]> {
    const { dialect } = this;
    const { returned } = terms;
    const columns = [...rows[0]!.keys()];
    // Only one row at a time can get nothing but defaults.
    if (columns.length === 0 && rows.length > 1) {
      const inserted: InsertedRow[] = [];
      for (const row of rows)
        inserted.push(...(await this.insertAlike(transaction, { table, keyColumn }, [row], terms)));
      return inserted;
    }
    const given = rows.map((row) => row.get(keyColumn) as Key | undefined);
    const isGiven = given[0] !== undefined;
    // Without its trailing blanks, in a column of fixed length.
    const returnsKey = (!isGiven || keyColumn.type === 'text') && dialect.lastCountedKey === null;
    const returningKey = returnsKey ? ` returning ${dialect.quote(keyColumn.name)}` : '';
    const placesOf = (row: ColumnValues): string =>
      `(${columns.map((column) => (row.get(column) === DEFAULT ? 'default' : '?')).join(', ')})`;
    const overriding = isGiven && keyColumn.generated ? dialect.overriding : '';
    const names = columns.map(({ name }) => dialect.quote(name)).join(', ');
    const listed = `(${names})${overriding} values ${rows.map(placesOf).join(', ')}`;
    const sql =
      `insert into ${dialect.quote(table.name)} ${columns.length > 0 ? listed : dialect.noValues}` +
      (returned ? ` returning ${returnedColumns(table, returned, dialect)}` : returningKey);
    const values: unknown[] = [];
    for (const row of rows)
      for (const column of columns) {
        const value = row.get(column);
        if (value !== DEFAULT) values.push(storedValue(value, column));
      }
    if (returned) values.push(...returned.values);
    const stored = await send(transaction, terms)(sql, values);
    const asKey = (value: unknown) => bindKey(value, keyColumn) as Key;
    if (returned) {
      const at = [...table.columns.values()].indexOf(keyColumn);
      return stored.map((row) => ({ key: asKey(row[at]), row }));
    }
    if (returnsKey) return stored.map(([value]) => ({ key: asKey(value), row: null }));
    const keys = isGiven
      ? (given as readonly Key[])
      : await this.countedKeys(transaction, keyColumn, rows.length);
    return keys.map((each) => ({ key: each, row: null }));
  }

  /** Rows of one `values` list get consecutive keys, from the first row's key. */
  private async countedKeys(
    transaction: Transaction,
    keyColumn: CompiledColumn,
    count: number,
  ): Promise<readonly Key[]> {
    const [row] = await transaction.query(COUNTED);
    const [first, step] = row!.map((value) => BigInt(String(value))) as [bigint, bigint];
    return Array.from(
      { length: count },
      (_none, at) => bindKey(first + step * BigInt(at), keyColumn) as Key,
    );
  }
}

/** Returns the method of a transaction that sends a statement under these terms. */
const send = (transaction: Transaction, { isLast }: StatementTerms) =>
  isLast ? transaction.queryAndCommit.bind(transaction) : transaction.query.bind(transaction);

/** Returns one statement that updates a row, inserts others if it did, and returns the row. */
function inserting(update: Statement, insertions: readonly Statement[]): Statement {
  const parts = insertions.map(
    ({ sql }, at) => `, inserted${at}$ as (${sql} where exists (select 1 from updated$))`,
  );
  return {
    sql: `with updated$ as (${update.sql})${parts.join('')} select * from updated$`,
    values: [update, ...insertions].flatMap(({ values = [] }) => values),
  };
}

/** The column's default in the database, in place of a value. */
const DEFAULT = Symbol('default');

/** On MariaDB and MySQL, which return nothing else about the rows of a statement. */
const COUNTED = 'select last_insert_id(), @@auto_increment_increment';

type Entry<Id> = readonly [id: Id, values: ColumnValues];

/** Returns all columns of the rows. */
function columnsOf(rows: readonly Entry<unknown>[]): readonly CompiledColumn[] {
  const columns = new Set<CompiledColumn>();
  for (const [, values] of rows) for (const column of values.keys()) columns.add(column);
  return [...columns];
}

const storedAs = (column: CompiledColumn, values: ColumnValues): SqlPart =>
  bound(storedValue(values.get(column), column));

/** Groups rows that one statement can write: with the same columns, in any order. */
function byColumns<Id>(rows: readonly Entry<Id>[]): readonly (readonly Entry<Id>[])[] {
  const groups: Entry<Id>[][] = [];
  for (const row of rows) {
    const group = groups.find(([first]) => isAlike(first![1], row[1]));
    if (group) group.push(row);
    else groups.push([row]);
  }
  return groups;
}

function isAlike(one: ColumnValues, other: ColumnValues): boolean {
  if (one.size !== other.size) return false;
  for (const column of one.keys()) if (!other.has(column)) return false;
  return true;
}
