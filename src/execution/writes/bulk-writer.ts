import type { Key } from '../../types/register.js';
import type { CompiledColumn } from '../../registry/compiled-resource.js';
import type { Transaction } from '../database/database.js';
import { bindKey, type Dialect } from '../dialects/dialect.js';
import { columnsFilledBy, filledWhenChanged, filledWhenStored } from './filled-columns.js';
import { RecordWriter, type ColumnValues, type WriteTarget } from './record-writer.js';
import { storedValue } from './stored-values.js';

/** The most values that one statement binds; SQLite accepts 32,766. */
const MAX_VALUES = 30_000;

/** Stores and changes rows of a table, with one statement for all rows with the same columns. */
export class BulkWriter {
  private readonly single: RecordWriter;

  constructor(private readonly dialect: Dialect) {
    this.single = new RecordWriter(dialect);
  }

  /**
   * Returns the values of columns with generated values. The SQL does not depend on the number of
   * rows.
   */
  async update(
    transaction: Transaction,
    target: WriteTarget,
    changes: ReadonlyMap<Key, ColumnValues>,
  ): Promise<ColumnValues> {
    const filled = filledWhenChanged(target.table);
    for (const rows of byColumns([...changes].filter(([, values]) => values.size > 0)))
      await this.updateAlike(transaction, target, rows, filled);
    return filled;
  }

  /** Returns the new rows' keys. */
  async insert(
    transaction: Transaction,
    target: WriteTarget,
    rows: readonly ColumnValues[],
  ): Promise<readonly Key[]> {
    const whole = rows.map(
      (row, at) => [at, new Map([...filledWhenStored(target.table), ...row])] as const,
    );
    const keys = new Map<number, Key>();
    for (const alike of byColumns(whole)) {
      const size = Math.floor(MAX_VALUES / Math.max(1, alike[0]![1].size));
      for (let start = 0; start < alike.length; start += size) {
        const piece = alike.slice(start, start + size);
        const stored = await this.insertAlike(
          transaction,
          target,
          piece.map(([, values]) => values),
        );
        piece.forEach(([at], place) => keys.set(at, stored[place]!));
      }
    }
    return rows.map((_row, at) => keys.get(at)!);
  }

  private async updateAlike(
    transaction: Transaction,
    { table, keyColumn }: WriteTarget,
    rows: readonly Entry<Key>[],
    filled: ColumnValues,
  ): Promise<void> {
    const [only] = rows;
    if (rows.length === 1) {
      const [key, values] = only!;
      return this.single.update(
        transaction,
        { table, keyColumn },
        key,
        new Map([...filled, ...values]),
      );
    }
    const { dialect } = this;
    const changed = [...new Set([...filled.keys(), ...rows[0]![1].keys()])];
    const valueOf = (values: ColumnValues, column: CompiledColumn) =>
      (values.has(column) ? values : filled).get(column);
    const columns = [keyColumn, ...changed];
    const name = dialect.quote(table.name);
    const version = columnsFilledBy(table, 'version').map(({ name: column }) => {
      const quoted = dialect.quote(column);
      return [quoted, `m.${quoted} + 1`] as const;
    });
    const sql = dialect.rows.update({
      table: name,
      from: dialect.rows.from(name, columns),
      on: `m.${dialect.quote(keyColumn.name)} = ${dialect.rows.value(keyColumn, 0)}`,
      changes: [
        ...changed.map(
          (column, at) => [dialect.quote(column.name), dialect.rows.value(column, at + 1)] as const,
        ),
        ...version,
      ],
    });
    const list = rows.map(([key, values]) => [
      key,
      ...changed.map((column) => valueOf(values, column)),
    ]);
    await transaction.query(sql, [dialect.rows.bind(list, columns)]);
  }

  private async insertAlike(
    transaction: Transaction,
    { table, keyColumn }: WriteTarget,
    rows: readonly ColumnValues[],
  ): Promise<readonly Key[]> {
    const { dialect } = this;
    const columns = [...rows[0]!.keys()];
    const given = rows.map((row) => row.get(keyColumn) as Key | undefined);
    const returning = given[0] === undefined && dialect.lastCountedKey === null;
    const places = `(${columns.map(() => '?').join(', ')})`;
    const sql =
      `insert into ${dialect.quote(table.name)} (${columns.map(({ name }) => dialect.quote(name)).join(', ')})` +
      ` values ${rows.map(() => places).join(', ')}` +
      (returning ? ` returning ${dialect.quote(keyColumn.name)}` : '');
    const values = rows.flatMap((row) =>
      columns.map((column) => storedValue(row.get(column), column)),
    );
    const returned = await transaction.query(sql, values);
    if (given[0] !== undefined) return given as readonly Key[];
    if (returning) return returned.map(([key]) => bindKey(key, keyColumn) as Key);
    return this.countedKeys(transaction, keyColumn, rows.length);
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

/** On MariaDB and MySQL, which return nothing else about the rows of a statement. */
const COUNTED = 'select last_insert_id(), @@auto_increment_increment';

type Entry<Id> = readonly [id: Id, values: ColumnValues];

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
