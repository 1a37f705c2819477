import type { ClassOf } from '../../types/compile-time.js';
import type {
  CompiledColumn,
  CompiledResource,
  CompiledTable,
  MorphType,
} from '../../registry/compiled-resource.js';
import type { Row, Transaction } from '../database/database.js';
import type { Dialect } from '../dialects/dialect.js';
import type { EntityReader } from '../entity-reader.js';
import { typeSql } from '../sql/join-sql.js';
import { BulkWriter } from './bulk-writer.js';
import type { CascadedRows } from './cascaded-rows.js';
import { findDependents, type Dependents } from './dependents.js';
import { RowsAlong } from './rows-along.js';

type Entity = Readonly<Record<string, unknown>>;

/** Additional work of a deletion. */
export type DeletionWork = (
  transaction: Transaction,
  records: readonly object[],
) => Promise<unknown>;

/** Rows of a table, as entities. */
export interface DeletedRows {
  readonly table: CompiledTable;
  readonly rows: readonly object[];
}

/** Counts what is deleted with records, besides other records. */
export interface DeletionTally {
  /** Rows of pivot tables. */
  pivots: number;
  /** Rows that the database deletes by its foreign keys, and dependents that are only marked. */
  others: number;
}

/** A deleted record and its resource. */
export interface DeletedRecord {
  readonly resource: CompiledResource;
  readonly record: object;
  /**
   * The rows that were deleted with it and have no log row of their own: of pivot tables, and of
   * dependents without a log. In the order to restore them. Empty unless changes can be reverted.
   */
  readonly along: readonly DeletedRows[];
}

/**
 * Deletes records and their dependents, with one statement per table and level. Records of a
 * resource with a deletion date are only marked, and their dependents stay.
 *
 * @contract C4.5
 */
export class RecordDeletion {
  private readonly further = new Map<ClassOf, readonly DeletionWork[]>();
  private readonly dependents = new Map<CompiledResource, Dependents>();

  constructor(
    private readonly dialect: Dialect,
    private readonly entities: EntityReader,
    private readonly resources: () => readonly CompiledResource[],
    private readonly cascaded: CascadedRows,
    /** Whether to read what is deleted along with logged records, so that it can be restored. */
    private readonly keepsRows: boolean,
  ) {}

  /**
   * Adds work for deletions of this entity's rows, in the same transaction, on rows that belong to
   * no resource.
   */
  alsoFor(entity: ClassOf, work: DeletionWork): void {
    this.further.set(entity, [...(this.further.get(entity) ?? []), work]);
  }

  /**
   * Returns all deleted records, including dependents, so that their files can be removed; the
   * listed records first. Of a resource with a deletion date it returns none.
   *
   * @param tally counts the other rows, unless nobody asks
   */
  delete(
    transaction: Transaction,
    resource: CompiledResource,
    records: readonly object[],
    tally: DeletionTally | null,
  ): Promise<readonly DeletedRecord[]> {
    const keeps = this.keepsRows && isLogged(resource);
    return this.deleteLevel({ transaction, tally }, resource, records, keeps);
  }

  /** @param keeps whether a logged record needs the rows of this level to be restored */
  private async deleteLevel(
    deletion: RunningDeletion,
    resource: CompiledResource,
    records: readonly object[],
    keeps: boolean,
  ): Promise<readonly DeletedRecord[]> {
    const { transaction, tally } = deletion;
    if (records.length === 0) return [];
    if (resource.table.deletedAt) {
      await this.mark(transaction, resource, records, resource.table.deletedAt);
      return [];
    }
    const along = new RowsAlong(records);
    await this.deleteLinks(deletion, resource, records, keeps ? along : null);
    const below = await this.deleteChildren(deletion, resource, records, keeps ? along : null);
    const { table, keyColumn } = resource;
    for (const work of this.further.get(table.entity) ?? []) await work(transaction, records);
    if (tally) tally.others += await this.cascaded.count(transaction, table, records);
    await this.deleteRows(transaction, table.name, keyColumn, null, valuesOf(records, keyColumn));
    return [...records.map((record) => ({ resource, record, along: along.of(record) })), ...below];
  }

  private async deleteLinks(
    { transaction, tally }: RunningDeletion,
    resource: CompiledResource,
    records: readonly object[],
    along: RowsAlong | null,
  ): Promise<void> {
    for (const link of this.dependentsOf(resource).links) {
      const { table, column, source, type } = link;
      const values = valuesOf(records, source);
      if (along || tally) {
        const rows = await this.readRows(transaction, table, column, type, values);
        along?.add(link, this.entities.readWhole(table, rows));
        if (tally) tally.pivots += rows.length;
      }
      await this.deleteRows(transaction, table.name, column, type, values);
    }
  }

  private async deleteChildren(
    deletion: RunningDeletion,
    resource: CompiledResource,
    records: readonly object[],
    along: RowsAlong | null,
  ): Promise<readonly DeletedRecord[]> {
    const deleted: DeletedRecord[] = [];
    for (const child of this.dependentsOf(resource).children) {
      const { table, column, source, type } = child;
      const values = valuesOf(records, source);
      const rows = await this.readRows(deletion.transaction, table, column, type, values);
      const { deletedAt } = child.resource.table;
      const children = this.entities
        .readWhole(table, rows)
        .filter((row) => !deletedAt || (row as Entity)[deletedAt.property] === null);
      if (deletion.tally && deletedAt) deletion.tally.others += children.length;
      const hasOwnLog = isLogged(child.resource);
      const keeps = hasOwnLog ? this.keepsRows : along !== null;
      const gone = await this.deleteLevel(deletion, child.resource, children, keeps);
      if (along && !hasOwnLog) along.addRecords(child, children, gone);
      deleted.push(...gone);
    }
    return deleted;
  }

  private async mark(
    transaction: Transaction,
    resource: CompiledResource,
    records: readonly object[],
    deletedAt: CompiledColumn,
  ): Promise<void> {
    const marked = new Map([[deletedAt, new Date()]]);
    const keys = valuesOf(records, resource.keyColumn) as readonly (string | number)[];
    await new BulkWriter(this.dialect).update(
      transaction,
      resource,
      new Map(keys.map((key) => [key, marked])),
    );
  }

  private async deleteRows(
    transaction: Transaction,
    table: string,
    column: CompiledColumn,
    type: MorphType | null,
    values: readonly unknown[],
  ): Promise<void> {
    const { dialect } = this;
    const conditions = `1 = 1${typeSql(type, 'm', dialect)}`;
    const sql = dialect.removal({ table: dialect.quote(table), column, conditions });
    await transaction.query(sql, [dialect.bindList(values, column)]);
  }

  private readRows(
    transaction: Transaction,
    table: CompiledTable,
    column: CompiledColumn,
    type: MorphType | null,
    values: readonly unknown[],
  ): Promise<readonly Row[]> {
    const { dialect } = this;
    const columns = [...table.columns.values()].map((each) => dialect.read(each, 't')).join(', ');
    const conditions = typeSql(type, 't', dialect);
    const sql = dialect.keyed({
      table: dialect.quote(table.name),
      key: column,
      columns,
      conditions,
      lock: '',
    });
    return transaction.query(sql, [dialect.bindList(values, column)]);
  }

  private dependentsOf(resource: CompiledResource): Dependents {
    const known = this.dependents.get(resource);
    if (known) return known;
    const found = findDependents(resource, this.resources());
    this.dependents.set(resource, found);
    return found;
  }
}

interface RunningDeletion {
  readonly transaction: Transaction;
  readonly tally: DeletionTally | null;
}

const isLogged = ({ options }: CompiledResource): boolean => options.logged === true;

const valuesOf = (records: readonly object[], { property }: CompiledColumn): readonly unknown[] =>
  records
    .map((record) => (record as Entity)[property])
    .filter((value) => value !== null && value !== undefined);
