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

/** Values of the entity's properties, by column. */
export type ColumnValues = ReadonlyMap<CompiledColumn, unknown>;

/** A table that is written to. */
export type WriteTarget = Pick<CompiledResource, 'table' | 'keyColumn'>;

/** Stores and changes single rows. Fills in generated values, alike on every database. */
export class RecordWriter {
  constructor(private readonly dialect: Dialect) {}

  /** Stores a row, and returns its key. */
  async insert(
    transaction: Transaction,
    target: WriteTarget,
    values: ColumnValues,
  ): Promise<string | number> {
    const { table, keyColumn } = target;
    const given = withoutGenerated(values, keyColumn);
    const all = new Map([...filledWhenStored(table), ...given]);
    const columns = [...all.keys()].map(({ name }) => this.dialect.quote(name)).join(', ');
    const key = all.get(keyColumn) as string | number | undefined;
    const returning = key === undefined && this.dialect.lastCountedKey === null;
    const overriding = key !== undefined && keyColumn.generated ? this.dialect.overriding : '';
    const listed = `(${columns})${overriding} values (${[...all].map(() => '?').join(', ')})`;
    const sql =
      `insert into ${this.dialect.quote(table.name)} ${all.size > 0 ? listed : this.dialect.noValues}` +
      (returning ? ` returning ${this.dialect.quote(keyColumn.name)}` : '');
    const rows = await transaction.query(
      sql,
      [...all].map(([column, value]) => storedValue(value, column)),
    );
    return key ?? this.countedKey(transaction, keyColumn, rows);
  }

  /** Changes columns of one row. Sends nothing without values. */
  async update(
    transaction: Transaction,
    target: WriteTarget,
    key: string | number,
    values: ColumnValues,
  ): Promise<void> {
    const changed = withoutGenerated(values, null);
    if (changed.size === 0) return;
    const { sql, values: bound } = this.change(target, key, changed);
    await transaction.query(sql, bound);
  }

  /** Returns the statement that changes columns of one row. @param values at least one */
  change({ table, keyColumn }: WriteTarget, key: string | number, values: ColumnValues): Statement {
    const all = new Map([...filledWhenChanged(table), ...values]);
    const changes = [...all.keys()].map(({ name }) => `${this.dialect.quote(name)} = ?`);
    const version = columnsFilledBy(table, 'version').map((column) => {
      const name = this.dialect.quote(column.name);
      return `${name} = ${name} + 1`;
    });
    const sql =
      `update ${this.dialect.quote(table.name)} set ${[...changes, ...version].join(', ')}` +
      ` where ${this.dialect.quote(keyColumn.name)} = ?`;
    const bound = [...all].map(([column, value]) => storedValue(value, column));
    return { sql, values: [...bound, bindKey(key, keyColumn)] };
  }

  private async countedKey(
    transaction: Transaction,
    keyColumn: CompiledColumn,
    returned: readonly Row[],
  ): Promise<string | number> {
    const { lastCountedKey } = this.dialect;
    const [row] = lastCountedKey === null ? returned : await transaction.query(lastCountedKey);
    return bindKey(row![0], keyColumn) as string | number;
  }
}
