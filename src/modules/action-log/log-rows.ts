import type { DataSource } from 'typeorm';
import type { Transaction } from '../../database/connection/database.js';
import type { Dialect } from '../../database/dialects/dialect.js';
import type { ChangedKeys } from '../../database/pivots/pivot-statements.js';
import { bound, compose, type SqlPart } from '../../database/dialects/compose.js';
import type { WriteTarget } from '../../database/write/record-writer.js';
import type { CompiledColumn } from '../../registry/resources/compiled-resource.js';
import { describeTable } from '../../registry/resources/describe-table.js';
import { ActionLog } from './action-log.entity.js';
import { inPieces } from './in-pieces.js';

/** A row before it is stored. */
export type NewLogRow = Omit<ActionLog, 'id'>;

/** The log's table. Stores many rows with one statement whose SQL is always the same. */
export class LogRows {
  readonly target: WriteTarget;
  private readonly columns: readonly CompiledColumn[];
  private readonly insertSql: string;

  constructor(
    private readonly dialect: Dialect,
    dataSource: DataSource,
  ) {
    const table = describeTable(dataSource.getMetadata(ActionLog));
    this.target = { table, keyColumn: table.keys[0]! };
    this.columns = [...table.columns.values()].filter((column) => column !== this.target.keyColumn);
    const name = dialect.quote(table.name);
    this.insertSql =
      `insert into ${name} (${this.columns.map((column) => dialect.quote(column.name)).join(', ')})` +
      ` select ${this.columns.map((column, at) => dialect.rows.value(column, at)).join(', ')}` +
      ` from ${dialect.rows.from(name, this.columns)}`;
  }

  /** Inserts rows together with the transaction's next statement, or with its commit. */
  insert(transaction: Transaction, rows: readonly NewLogRow[]): void {
    transaction.later(
      inPieces(rows, sizeOf).map((piece) => ({ sql: this.insertSql, values: [this.bind(piece)] })),
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
    const list = bound(this.bind([row]), rows.from(name, this.columns));
    return compose`insert into ${name} (${columns}) select ${values.join(', ')} from ${list} cross join (select ${added} added$, ${removed} removed$) c where c.added$ is not null or c.removed$ is not null`;
  }

  private bind(rows: readonly NewLogRow[]): unknown {
    const values = rows.map((row) =>
      this.columns.map(({ property }) => row[property as keyof NewLogRow]),
    );
    return this.dialect.rows.bind(values, this.columns);
  }
}

const sizeOf = ({ original, changes }: NewLogRow): number =>
  [...Object.values(original), ...Object.values(changes)].reduce<number>(
    (size, value) => size + lengthOf(value),
    200,
  );

/** Only strings are unbounded; JSON is measured as a string. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null ? JSON.stringify(value).length : 20;
}
