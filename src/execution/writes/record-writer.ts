import type {
  CompiledColumn,
  CompiledResource,
  CompiledTable,
} from '../../registry/compiled-resource.js';
import type { Row, Statement, Transaction } from '../database/database.js';
import { bindKey, type Dialect } from '../dialects/dialect.js';
import { bound, compose, type SqlPart } from '../sql/compose.js';
import { columnsFilledBy, filledWhenChanged, filledWhenStored } from './filled-columns.js';
import { storedValue } from './stored-values.js';

/** Values of the entity's properties, by column. */
export type ColumnValues = ReadonlyMap<CompiledColumn, unknown>;

/** A table that is written to. */
export type WriteTarget = Pick<CompiledResource, 'table' | 'keyColumn'>;

/** Returns `set …` of the values, and of the next version. */
export function assignments(
  { quote }: Dialect,
  table: CompiledTable,
  values: ColumnValues,
): SqlPart {
  const changes = [...values.keys()].map(({ name }) => `${quote(name)} = ?`);
  const version = columnsFilledBy(table, 'version').map(
    ({ name }) => `${quote(name)} = ${quote(name)} + 1`,
  );
  return {
    sql: `set ${[...changes, ...version].join(', ')}`,
    values: [...values].map(([column, value]) => storedValue(value, column)),
  };
}

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
    const all = new Map([...filledWhenStored(table), ...values]);
    const columns = [...all.keys()].map(({ name }) => this.dialect.quote(name)).join(', ');
    const given = all.get(keyColumn) as string | number | undefined;
    const returning = given === undefined && this.dialect.lastCountedKey === null;
    const sql =
      `insert into ${this.dialect.quote(table.name)} (${columns}) values (${[...all].map(() => '?').join(', ')})` +
      (returning ? ` returning ${this.dialect.quote(keyColumn.name)}` : '');
    const rows = await transaction.query(
      sql,
      [...all].map(([column, value]) => storedValue(value, column)),
    );
    return given ?? this.countedKey(transaction, keyColumn, rows);
  }

  /** Changes columns of one row. Sends nothing without values. */
  async update(
    transaction: Transaction,
    target: WriteTarget,
    key: string | number,
    values: ColumnValues,
  ): Promise<void> {
    if (values.size === 0) return;
    const { sql, values: bound } = this.change(target, key, values);
    await transaction.query(sql, bound);
  }

  /** Returns the statement that changes columns of one row. @param values at least one */
  change({ table, keyColumn }: WriteTarget, key: string | number, values: ColumnValues): Statement {
    const { quote } = this.dialect;
    const all = new Map([...filledWhenChanged(table), ...values]);
    const hasKey = bound(bindKey(key, keyColumn), `${quote(keyColumn.name)} = ?`);
    return compose`update ${quote(table.name)} ${assignments(this.dialect, table, all)} where ${hasKey}`;
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
