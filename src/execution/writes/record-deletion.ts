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
import { findDependents, type Dependents } from './dependents.js';
import { ForeignKeyEffects, type RowCounts } from './foreign-key-effects.js';
import { findReferring, type Referring } from './referring.js';
import { RowsAlong } from './rows-along.js';
import { levelsOf } from './self-references.js';

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
  /**
   * For rows that still exist: the column that was changed instead, and the columns that it takes
   * to set the value back. The database has set a reference to null, or the deletion has set its
   * date.
   */
  readonly cleared?: {
    readonly column: CompiledColumn;
    readonly columns: readonly CompiledColumn[];
  };
}

/** A deleted record and its resource. */
export interface DeletedRecord {
  readonly resource: CompiledResource;
  readonly record: object;
  /**
   * The rows that were deleted or changed with it and have no log row of their own: of pivot
   * tables, of dependents without a log, and those that foreign keys concern. In the order to
   * restore them. Empty unless changes can be reverted; `null` if they are too many.
   */
  readonly along: readonly DeletedRows[] | null;
  /**
   * Whether its files stay: the log keeps what it takes to restore the record, or the record is
   * only marked.
   */
  readonly isKept: boolean;
  /** Whether only its deletion date was set. */
  readonly isMarked: boolean;
}

/** What a deletion changed. */
export interface DeletionOutcome {
  /** The listed records first, then their dependents. */
  readonly records: readonly DeletedRecord[];
  /** Records that foreign keys have deleted, and that have lost a reference by them. */
  readonly byDatabase: RowCounts;
}

/** How a deletion is observed. */
export interface DeletionTerms {
  /** Whether to count what foreign keys do. It costs a statement per relation and level. */
  readonly counts: boolean;
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
  private readonly referring = new Map<CompiledResource, readonly Referring[]>();
  private readonly foreignKeys: ForeignKeyEffects;

  constructor(
    private readonly dialect: Dialect,
    private readonly entities: EntityReader,
    private readonly resources: () => readonly CompiledResource[],
    /** Whether to read what is deleted along with logged records, so that it can be restored. */
    private readonly keepsRows: boolean,
  ) {
    this.foreignKeys = new ForeignKeyEffects(dialect, entities, (resource) =>
      this.referringTo(resource),
    );
  }

  /**
   * Adds work for deletions of this entity's rows, in the same transaction, on rows that belong to
   * no resource.
   */
  alsoFor(entity: ClassOf, work: DeletionWork): void {
    this.further.set(entity, [...(this.further.get(entity) ?? []), work]);
  }

  /**
   * Whether a deletion only removes the row of the record: it is not marked, and nothing is deleted
   * or kept with it.
   */
  isSingle(resource: CompiledResource): boolean {
    const { links, children } = this.dependentsOf(resource);
    const keeps = this.keepsRows && isLogged(resource);
    return (
      !resource.table.deletedAt &&
      links.length + children.length === 0 &&
      !this.further.has(resource.table.entity) &&
      (!keeps || this.referringTo(resource).length === 0)
    );
  }

  /** Returns all deleted records, including dependents, so that their files can be removed. */
  async delete(
    transaction: Transaction,
    resource: CompiledResource,
    records: readonly object[],
    { counts }: DeletionTerms,
  ): Promise<DeletionOutcome> {
    const running = { transaction, counts, byDatabase: { deleted: 0, cleared: 0 } };
    const keeps = this.keepsRows && isLogged(resource);
    const deleted = await this.deleteLevel(running, resource, records, keeps);
    return { records: deleted, byDatabase: running.byDatabase };
  }

  /** @param keeps whether a logged record needs the rows of this level to be restored */
  private async deleteLevel(
    running: RunningDeletion,
    resource: CompiledResource,
    records: readonly object[],
    keeps: boolean,
  ): Promise<readonly DeletedRecord[]> {
    const { transaction, counts } = running;
    if (records.length === 0) return [];
    if (resource.table.deletedAt) {
      await this.mark(transaction, resource, records, resource.table.deletedAt);
      return records.map((record) => markedRecord(resource, record));
    }
    const along = new RowsAlong(records);
    await this.deleteLinks(transaction, resource, records, keeps ? along : null);
    const below = await this.deleteChildren(running, resource, records, keeps ? along : null);
    for (const work of this.further.get(resource.table.entity) ?? [])
      await work(transaction, records);
    const finds = keeps || counts;
    const found = finds ? await this.foreignKeys.before(transaction, resource, records) : null;
    await this.deleteRecords(transaction, resource, records);
    if (found) {
      const effects = await this.foreignKeys.after(transaction, found);
      along.addEffects(effects);
      for (const { counts: each } of effects) addCounts(running.byDatabase, each);
    }
    const gone = records.map((record) => {
      const rows = keeps ? along.of(record) : [];
      return { resource, record, along: rows, isKept: keeps && rows !== null, isMarked: false };
    });
    return [...gone, ...below];
  }

  /**
   * Deletes records before those that they refer to: SQLite and MariaDB check each row of a
   * statement at once.
   */
  private async deleteRecords(
    transaction: Transaction,
    resource: CompiledResource,
    records: readonly object[],
  ): Promise<void> {
    const { table, keyColumn } = resource;
    const levels = levelsOf(
      resource,
      records,
      (record, { property }) => (record as Entity)[property],
    );
    for (const level of [...levels].reverse())
      await this.deleteRows(transaction, table.name, keyColumn, null, valuesOf(level, keyColumn));
  }

  private async deleteLinks(
    transaction: Transaction,
    resource: CompiledResource,
    records: readonly object[],
    along: RowsAlong | null,
  ): Promise<void> {
    for (const link of this.dependentsOf(resource).links) {
      const { table, column, source, type } = link;
      const values = valuesOf(records, source);
      if (along) {
        const rows = await this.readRows(transaction, table, column, type, values);
        along.add(link, this.entities.readWhole(table, rows));
      }
      await this.deleteRows(transaction, table.name, column, type, values);
    }
  }

  private async deleteChildren(
    running: RunningDeletion,
    resource: CompiledResource,
    records: readonly object[],
    along: RowsAlong | null,
  ): Promise<readonly DeletedRecord[]> {
    const deleted: DeletedRecord[] = [];
    for (const child of this.dependentsOf(resource).children) {
      const { table, column, source, type } = child;
      const values = valuesOf(records, source);
      const rows = await this.readRows(running.transaction, table, column, type, values);
      const children = this.entities.readWhole(table, rows);
      const hasOwnLog = isLogged(child.resource);
      const keeps = hasOwnLog ? this.keepsRows : along !== null;
      const gone = await this.deleteLevel(running, child.resource, children, keeps);
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

  private referringTo(resource: CompiledResource): readonly Referring[] {
    const known = this.referring.get(resource);
    if (known) return known;
    const found = findReferring(resource, this.resources());
    this.referring.set(resource, found);
    return found;
  }

  private dependentsOf(resource: CompiledResource): Dependents {
    const known = this.dependents.get(resource);
    if (known) return known;
    const found = findDependents(resource, this.resources());
    this.dependents.set(resource, found);
    return found;
  }
}

/** A deletion in progress, and what foreign keys have done so far. */
interface RunningDeletion extends DeletionTerms {
  readonly transaction: Transaction;
  readonly byDatabase: RowCounts;
}

const markedRecord = (resource: CompiledResource, record: object): DeletedRecord => ({
  resource,
  record,
  along: [],
  isKept: true,
  isMarked: true,
});

function addCounts(total: RowCounts, { deleted, cleared }: RowCounts): void {
  total.deleted += deleted;
  total.cleared += cleared;
}

const isLogged = ({ options }: CompiledResource): boolean => options.logged === true;

const valuesOf = (records: readonly object[], { property }: CompiledColumn): readonly unknown[] =>
  records
    .map((record) => (record as Entity)[property])
    .filter((value) => value !== null && value !== undefined);
