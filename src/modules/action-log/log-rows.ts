import type { DataSource } from 'typeorm';
import type { Transaction } from '../../execution/database/database.js';
import type { Dialect } from '../../execution/dialects/dialect.js';
import type { ChangedKeys } from '../../execution/pivots/pivot-statements.js';
import { bound, compose, type SqlPart } from '../../execution/sql/compose.js';
import type { WriteTarget } from '../../execution/writes/record-writer.js';
import { storedValue } from '../../execution/writes/stored-values.js';
import type { CompiledColumn } from '../../registry/compiled-resource.js';
import { describeTable } from '../../registry/describe-table.js';
import { ActionLog } from './action-log.entity.js';

/** A row before it is stored. */
export type NewLogRow = Omit<ActionLog, 'id'>;

/** The columns that contain the same in all rows of an operation. */
const SHARED = ['user_id', 'status', 'exception', 'batch_id', 'meta', 'created_at'] as const;

/** What all rows of an operation contain. */
export type OperationLog = Pick<NewLogRow, (typeof SHARED)[number]>;

/** What the row of one change contains. */
export type ChangeRow = Omit<NewLogRow, keyof OperationLog>;

/** Characters of values per statement: databases limit the size of a packet. */
const MAX_STATEMENT = 4_000_000;

/** The log's table. Stores many rows with one statement whose SQL is always the same. */
export class LogRows {
  readonly target: WriteTarget;
  private readonly columns: readonly CompiledColumn[];
  private readonly shared: readonly CompiledColumn[];
  private readonly own: readonly CompiledColumn[];
  private readonly insertSql: string;

  constructor(
    private readonly dialect: Dialect,
    dataSource: DataSource,
  ) {
    const table = describeTable(dataSource.getMetadata(ActionLog));
    this.target = { table, keyColumn: table.keys[0]! };
    this.columns = [...table.columns.values()].filter((column) => column !== this.target.keyColumn);
    const isShared = ({ property }: CompiledColumn): boolean =>
      (SHARED as readonly string[]).includes(property);
    this.shared = this.columns.filter(isShared);
    this.own = this.columns.filter((column) => !isShared(column));
    const name = dialect.quote(table.name);
    const columns = [...this.shared, ...this.own].map((column) => dialect.quote(column.name));
    const values = [
      ...this.shared.map(() => '?'),
      ...this.own.map((column, at) => dialect.rows.value(column, at)),
    ];
    this.insertSql =
      `insert into ${name} (${columns.join(', ')}) select ${values.join(', ')}` +
      ` from ${dialect.rows.from(name, this.own)}`;
  }

  /**
   * Inserts rows together with the transaction's next statement, or with its commit. What they
   * share is bound once: 1,000 rows cost half as much.
   */
  insert(transaction: Transaction, shared: OperationLog, rows: readonly ChangeRow[]): void {
    const values = this.shared.map((column) =>
      storedValue(shared[column.property as keyof OperationLog], column),
    );
    transaction.later(
      piecesOf(rows).map((piece) => ({
        sql: this.insertSql,
        values: [...values, this.bind(piece, this.own)],
      })),
    );
  }

  /**
   * Returns the insert of a row whose `original` and `changes` are keys of a relation that another
   * part of the statement changes. No row is inserted without keys.
   */
  insertOfKeys(row: NewLogRow, relation: string, { added, removed }: ChangedKeys): SqlPart {
    const { quote, rows } = this.dialect;
    const name = quote(this.target.table.name);
    const keysOf: Readonly<Record<string, string>> = { original: 'removed$', changes: 'added$' };
    const member = `'{${JSON.stringify(relation).replaceAll("'", "''")}:'`;
    const values = this.columns.map((column, at) => {
      const keys = keysOf[column.property];
      return keys
        ? `coalesce(${member} || c.${keys} || '}', '{}')::${column.databaseType}`
        : rows.value(column, at);
    });
    const columns = this.columns.map((column) => quote(column.name)).join(', ');
    const list = bound(this.bind([row], this.columns), rows.from(name, this.columns));
    const changed = compose`(select ${added} added$, ${removed} removed$) c`;
    const rowsOf = compose`${list} cross join ${changed}`;
    const isAny = 'c.added$ is not null or c.removed$ is not null';
    return compose`insert into ${name} (${columns}) select ${values.join(', ')} from ${rowsOf} where ${isAny}`;
  }

  /**
   * Returns the insert of rows for the rows of another part of the statement, which selects what
   * differs between them by property.
   *
   * @param row what all of them contain
   * @param from may end with an order
   */
  insertOfRows(
    row: NewLogRow,
    differing: Readonly<Partial<Record<keyof NewLogRow, string>>>,
    from: string,
  ): SqlPart {
    const { quote, rows } = this.dialect;
    const name = quote(this.target.table.name);
    const values = this.columns.map((column, at) => {
      const differs = differing[column.property as keyof NewLogRow];
      return differs ? `${differs}::${column.databaseType}` : rows.value(column, at);
    });
    const columns = this.columns.map((column) => quote(column.name)).join(', ');
    const list = bound(this.bind([row], this.columns), rows.from(name, this.columns));
    const selected = compose`select ${values.join(', ')} from ${list} cross join ${from}`;
    const id = `${quote(this.target.keyColumn.name)} id`;
    return compose`insert into ${name} (${columns}) ${selected} returning ${id}`;
  }

  /** Deletes the rows of a batch between two ids, and returns the ids of their snapshots. */
  async withdraw(
    transaction: Transaction,
    batchId: string,
    [first, last]: readonly [first: unknown, last: unknown],
  ): Promise<readonly unknown[]> {
    const { quote } = this.dialect;
    const sql =
      `delete from ${quote(this.target.table.name)} where ${quote('batch_id')} = ?` +
      ` and ${quote('id')} between ? and ? returning ${quote('snapshot_id')}`;
    const rows = await transaction.query(sql, [batchId, first, last]);
    return rows.flatMap(([id]) => (id === null || id === '' ? [] : [id]));
  }

  private bind<Row extends object>(
    rows: readonly Row[],
    columns: readonly CompiledColumn[],
  ): unknown {
    const values = rows.map((row) => columns.map(({ property }) => row[property as keyof Row]));
    return this.dialect.rows.bind(values, columns);
  }
}

/** Splits rows into pieces; there is only one unless the values are very large. */
function piecesOf(rows: readonly ChangeRow[]): readonly (readonly ChangeRow[])[] {
  const pieces: ChangeRow[][] = [];
  let left = 0;
  for (const row of rows) {
    const size = sizeOf(row);
    if (size > left) {
      pieces.push([]);
      left = MAX_STATEMENT;
    }
    pieces.at(-1)!.push(row);
    left -= size;
  }
  return pieces;
}

const sizeOf = ({ original, changes }: ChangeRow): number =>
  [...Object.values(original), ...Object.values(changes)].reduce<number>(
    (size, value) => size + lengthOf(value),
    200,
  );

/** Only strings are unbounded; JSON is measured as a string. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null ? JSON.stringify(value).length : 20;
}
