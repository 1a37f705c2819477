import type { ResolvedCondition } from '../../pipeline/authorization/resolved-condition.js';
import type { CompiledColumn, CompiledTable } from '../../registry/resources/compiled-resource.js';
import type { Key } from '../../base/types/register.js';
import type { Connection, Row, Transaction } from '../connection/database.js';
import { bindKey, named, type Dialect } from '../dialects/dialect.js';
import type { EntityReader } from '../read/entity-reader.js';
import { conditionSql } from '../sql/parts/condition-sql.js';
import type { RowSql } from '../sql/parts/fragment.js';
import { versionSql } from '../sql/version-sql.js';
import type { ExactColumns, ExactRow } from './exact-rows.js';
import type { WriteTarget } from './record-writer.js';
import { inKeyOrder, selectByKeys } from './select-by-keys.js';

/** The purpose of a lock: to change the row, to delete it, or to keep it from being deleted. */
export type RowLockMode = keyof Dialect['locks'];

/** What a write needs of a row that was read without a lock. */
export interface FoundRow {
  /**
   * The condition ` and …` that the row is still the same; `null` if it must be read again with a
   * lock.
   */
  readonly isSame: RowSql | null;
  /** The row as the database has it; `null` unless it was asked for, and has a version. */
  readonly row: ExactRow | null;
  /** As {@link versionSql} returns it; `undefined` unless it was asked for. */
  readonly version: unknown;
}

/** What is read of rows besides their columns. */
export interface FurtherColumns {
  /** `null` for none; read of tables whose rows have a version in the database. */
  readonly exact: ExactColumns | null;
  readonly withVersions: boolean;
}

/** The most columns that an update compares; SQLite limits the depth of conditions to 1,000. */
const MAX_COMPARED = 100;

/** The most records that are read for one value of a column without a unique index. */
const MAX_HOLDING = 1_000;

/**
 * Reads whole records to write them: first without a lock, then locked until the transaction ends.
 * On every database each statement has its own snapshot, so a lock returns the current record.
 *
 * @contract C4.3
 */
export class RecordLocks {
  constructor(
    private readonly dialect: Dialect,
    private readonly entities: EntityReader,
  ) {}

  /**
   * Locks those of the records that exist and are inside the scope, with one statement, and returns
   * them in the order of their keys.
   */
  lock(
    transaction: Transaction,
    target: WriteTarget,
    keys: readonly Key[],
    scope: ResolvedCondition,
    purpose: RowLockMode,
  ): Promise<readonly object[]> {
    return this.read(transaction, target, keys, scope, this.dialect.locks[purpose]);
  }

  /** Returns those of the records that exist and are inside the scope, without a lock. */
  find(
    connection: Connection,
    target: WriteTarget,
    keys: readonly Key[],
    scope: ResolvedCondition,
  ): Promise<readonly object[]> {
    return this.read(connection, target, keys, scope, '');
  }

  /** Like {@link find}, with what an update without a lock needs. */
  async findForUpdate(
    connection: Connection,
    target: WriteTarget,
    keys: readonly Key[],
    scope: ResolvedCondition,
    { exact, withVersions }: FurtherColumns,
  ): Promise<ReadonlyMap<object, FoundRow>> {
    const { rowVersion } = this.dialect;
    const { table } = target;
    const isKept = rowVersion !== null && table.returnsRows;
    const kept = isKept ? `, t.${rowVersion}${exact?.sql ?? ''}` : '';
    const version = withVersions ? `, ${versionSql(table, this.dialect, 't')}` : '';
    const rows = await this.rows(connection, target, keys, scope, {
      lock: '',
      more: kept + version,
    });
    const records = this.entities.readWhole(table, rows);
    const place = table.columns.size;
    const foundIn = (row: Row): FoundRow => ({
      isSame: table.returnsRows ? this.isSame(table, row) : null,
      row: isKept && exact ? exact.rowIn(row, place + 1) : null,
      version: withVersions ? row.at(-1) : undefined,
    });
    return new Map(records.map((record, at) => [record, foundIn(rows[at]!)]));
  }

  /**
   * Returns the records whose column has one of the values, without a lock; at most 1,000, or one
   * per value.
   */
  async holding(
    connection: Connection,
    target: WriteTarget,
    column: CompiledColumn,
    values: readonly unknown[],
    scope: ResolvedCondition,
  ): Promise<readonly object[]> {
    const { dialect } = this;
    const isListed = dialect.inList(named(dialect, column, 't'), column);
    const max = Math.max(MAX_HOLDING, values.length);
    const visible = conditionSql(scope, dialect);
    const sql = `${this.select(target)} where ${isListed} and ${visible.sql('t')} limit ${max}`;
    const bound = [dialect.bindList(values, column), ...visible.values];
    return this.entities.readWhole(target.table, await connection.query(sql, bound));
  }

  /** @param row all columns of the table, its version, if the database keeps one, and others */
  private isSame({ columns }: CompiledTable, row: Row): RowSql | null {
    const { comparesRows, rowVersion, read } = this.dialect;
    if (rowVersion !== null)
      return { sql: (alias) => ` and ${alias}.${rowVersion} = ?`, values: [row[columns.size]] };
    if (!comparesRows || columns.size > MAX_COMPARED) return null;
    const isSame = (alias: string) => (column: CompiledColumn) =>
      ` and ${read(column, alias)} is (select ?) collate binary`;
    return {
      sql: (alias) => [...columns.values()].map(isSame(alias)).join(''),
      values: row.slice(0, columns.size),
    };
  }

  private async read(
    connection: Connection,
    target: WriteTarget,
    keys: readonly Key[],
    scope: ResolvedCondition,
    lock: string,
  ): Promise<readonly object[]> {
    const rows = await this.rows(connection, target, keys, scope, { lock, more: '' });
    return this.entities.readWhole(target.table, rows);
  }

  /** @param more columns behind those of the table: `, …`, or empty */
  private async rows(
    connection: Connection,
    target: WriteTarget,
    keys: readonly Key[],
    scope: ResolvedCondition,
    { lock, more }: { readonly lock: string; readonly more: string },
  ): Promise<readonly Row[]> {
    if (keys.length === 0) return [];
    const { dialect } = this;
    const { table, keyColumn } = target;
    const visible = conditionSql(scope, dialect);
    const conditions = { sql: ` and ${visible.sql('t')}`, values: visible.values };
    const columns = this.columnsOf(table) + more;
    const [key] = keys;
    // A comparison with one key is planned faster than a list.
    const { sql, values } =
      keys.length === 1
        ? {
            sql: `select ${columns} from ${dialect.quote(table.name)} t where ${named(dialect, keyColumn, 't')} = ${dialect.bound}${conditions.sql}${lock}`,
            values: [bindKey(key!, keyColumn), ...conditions.values],
          }
        : selectByKeys(dialect, target, keys, { columns, conditions, lock });
    const bounds = { rows: keys.length, isByKey: keys.length === 1, isForWrite: true };
    const rows = await connection.query(sql, values, bounds);
    return inKeyOrder(rows, [...table.columns.values()], keyColumn);
  }

  private columnsOf({ columns }: CompiledTable): string {
    return [...columns.values()].map((column) => this.dialect.read(column, 't')).join(', ');
  }

  private select({ table }: WriteTarget): string {
    return `select ${this.columnsOf(table)} from ${this.dialect.quote(table.name)} t`;
  }
}
