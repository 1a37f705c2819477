import type { ResolvedCondition } from '../../pipeline/authorization/resolved-condition.js';
import type { Key } from '../../base/types/register.js';
import type { CompiledColumn } from '../../registry/resources/compiled-resource.js';
import type { Connection, Row, Transaction } from '../connection/database.js';
import { bindKey, named, type Dialect } from '../dialects/dialect.js';
import { conditionSql, type ConditionFragment } from '../sql/parts/condition-sql.js';
import type { WriteTarget } from './record-writer.js';
import { inKeyOrder, selectByKeys } from './select-by-keys.js';

/** The records of a run, and what is read of each. */
export interface Selection {
  readonly target: WriteTarget;
  /** The columns of a row, the key among them. */
  readonly select: readonly CompiledColumn[];
  /** Expressions on `t` that are read behind the columns: `, …`, or empty. */
  readonly more: string;
  readonly condition: ResolvedCondition;
  /** Filters the rows where the condition alone does not decide; `null` for all rows. */
  readonly shows: ((rows: readonly Row[]) => Promise<readonly boolean[]>) | null;
}

/** The records of one chunk, and where the next one starts. */
export interface LockedChunk {
  readonly rows: readonly Row[];
  /** The key after which the next chunk starts; `null` after the last chunk. */
  readonly after: Key | null;
}

/**
 * The most rows of a chunk that one statement reads, and all statements together. The rows stay
 * locked.
 */
const MAX_STATEMENT_ROWS = 1_000;
const MAX_CHUNK_ROWS = 10_000;

/**
 * Reads records to change them, locked until the transaction ends, in the order of their keys:
 * listed records, or all records in chunks. A chunk starts after the last key of the previous
 * chunk, never at an offset, so that no record is skipped when changes remove records from the
 * condition.
 *
 * @contract C6.5
 */
export class LockedRecords {
  private readonly table: string;
  private readonly key: string;
  private readonly condition: ConditionFragment;
  private readonly rowSql: string;

  constructor(
    private readonly dialect: Dialect,
    private readonly selection: Selection,
  ) {
    const { table, keyColumn } = selection.target;
    this.table = dialect.quote(table.name);
    this.key = dialect.sortable(named(dialect, keyColumn, 't'), keyColumn);
    this.condition = conditionSql(selection.condition, dialect);
    this.rowSql = this.read(selection.select) + selection.more;
  }

  /**
   * Returns the highest key, with which the run ends even if records are stored meanwhile; `null`
   * without records.
   */
  async lastKey(connection: Connection): Promise<Key | null> {
    const sql = `select ${this.read([this.keyColumn])} from ${this.table} t where ${this.condition.sql('t')} order by ${this.key} desc limit 1`;
    const [row] = await connection.query(sql, this.condition.values);
    return row ? (row[0] as Key) : null;
  }

  /** Returns how many records there are up to a key, also those that are left out. */
  async count(connection: Connection, last: Key | null): Promise<number> {
    if (last === null) return 0;
    const sql = `select count(*) from ${this.table} t where ${this.key} <= ${this.dialect.bound} and ${this.condition.sql('t')}`;
    const values = [bindKey(last, this.keyColumn), ...this.condition.values];
    const [row] = await connection.query(sql, values);
    return Number(row![0]);
  }

  /**
   * Returns the next records. In place of records that are left out, others are read, twice as many
   * with each statement. A chunk that would read more than 10,000 rows ends before it is full.
   *
   * @param after the last key of the previous chunk; `null` for the first chunk
   */
  async chunk(
    transaction: Transaction,
    after: Key | null,
    last: Key,
    size: number,
  ): Promise<LockedChunk> {
    const rows: Row[] = [];
    let place = after;
    let length = size;
    for (
      let read = 0;
      read < MAX_CHUNK_ROWS;
      length = Math.min(length * 2, Math.max(size, MAX_STATEMENT_ROWS))
    ) {
      const found = await this.next(transaction, place, last, length);
      rows.push(...(await this.shown(found)));
      if (rows.length > size)
        return { rows: rows.slice(0, size), after: this.rowKey(rows[size - 1]!) };
      if (found.length < length) return { rows, after: null };
      read += found.length;
      place = this.rowKey(found.at(-1)!);
      if (place === last) return { rows, after: null };
      if (rows.length === size) break;
    }
    return { rows, after: place };
  }

  private rowKey(row: Row): Key {
    return row[this.selection.select.indexOf(this.keyColumn)] as Key;
  }

  private next(
    transaction: Transaction,
    after: Key | null,
    last: Key,
    size: number,
  ): Promise<readonly Row[]> {
    const { dialect } = this;
    const bounds = after === null ? [last] : [last, after];
    const afterSql = after === null ? '' : ` and ${this.key} > ${dialect.bound}`;
    const sql =
      `select ${this.rowSql} from ${this.table} t where ${this.key} <= ${dialect.bound}${afterSql}` +
      ` and ${this.condition.sql('t')} order by ${this.key} limit ${dialect.bound}${dialect.locks.change}`;
    const keys = bounds.map((key) => bindKey(key, this.keyColumn));
    return transaction.query(sql, [...keys, ...this.condition.values, size]);
  }

  private async shown(rows: readonly Row[]): Promise<readonly Row[]> {
    const { shows } = this.selection;
    if (shows === null || rows.length === 0) return rows;
    const shown = await shows(rows);
    return rows.filter((_row, at) => shown[at]);
  }

  /** Returns the listed records that exist and are not left out. */
  async listed(transaction: Transaction, keys: readonly Key[]): Promise<readonly Row[]> {
    if (keys.length === 0) return [];
    const { dialect } = this;
    const { sql, values } = selectByKeys(dialect, this.selection.target, keys, {
      columns: this.rowSql,
      conditions: { sql: ` and ${this.condition.sql('t')}`, values: this.condition.values },
      lock: dialect.locks.change,
    });
    const rows = await this.shown(await transaction.query(sql, values));
    return inKeyOrder(rows, this.selection.select, this.keyColumn);
  }

  private get keyColumn(): CompiledColumn {
    return this.selection.target.keyColumn;
  }

  private read(columns: readonly CompiledColumn[]): string {
    return columns.map((column) => this.dialect.read(column, 't')).join(', ');
  }
}
