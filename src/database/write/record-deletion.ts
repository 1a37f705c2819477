import type {
  CompiledColumn,
  CompiledResource,
  CompiledTable,
  MorphType,
} from '../../registry/resources/compiled-resource.js';
import type { Row, Transaction } from '../connection/database.js';
import type { Dialect } from '../dialects/dialect.js';
import type { EntityReader } from '../read/entity-reader.js';
import { typeSql } from '../sql/parts/join-sql.js';
import { RecordWriter } from './record-writer.js';
import { columnsFilledBy } from '../values/filled-columns.js';
import type { CascadedRows } from './cascaded-rows.js';
import { findDependents, type Dependent, type Dependents } from './dependents.js';
import type { ExactRow, ExactRows } from './exact-rows.js';
import { Losses, type Loss } from './losses.js';
import type { RowHooks } from './row-hooks.js';
import { ValueIndex } from '../values/value-index.js';

type Entity = Readonly<Record<string, unknown>>;

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
  /** What it takes to store it again; `null` unless its changes can be reverted. */
  readonly loss: Loss | null;
}

/**
 * Deletes records and their dependents, with one statement per table and level. Records of a
 * resource with a deletion date are only marked, and their dependents stay.
 *
 * @contract C4.5
 */
export class RecordDeletion {
  private readonly dependents = new Map<CompiledResource, Dependents>();

  constructor(
    private readonly dialect: Dialect,
    private readonly entities: EntityReader,
    private readonly resources: () => readonly CompiledResource[],
    private readonly exact: ExactRows,
    private readonly cascaded: CascadedRows,
    private readonly hooks: RowHooks,
    /** Whether to read what is deleted along with logged records, so that it can be restored. */
    private readonly keepsRows: boolean,
  ) {}

  /**
   * Returns all deleted records, including dependents, so that their files can be removed; the
   * listed records first. Those of a resource with a deletion date are only marked.
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

  /**
   * Returns what is known of a record that other code has deleted: its row, but not what the database
   * has deleted or changed with it.
   */
  lossOf({ table }: CompiledResource, row: ExactRow): Loss {
    const obstacle = this.cascaded.followsFrom(table.name)
      ? 'it was deleted by a statement that did not keep what the database deletes with it'
      : null;
    return { row, along: [], changed: [], obstacle };
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
    const losses = keeps ? await this.lossesOf(transaction, resource, records) : null;
    if (resource.table.deletedAt) {
      await this.mark(transaction, resource, records, resource.table.deletedAt);
      return deletedOf(resource, records, losses);
    }
    await this.deleteLinks(deletion, resource, records, losses);
    const below = await this.deleteChildren(deletion, resource, records, losses);
    const { table, keyColumn } = resource;
    await this.runHooks(transaction, resource, records);
    if (tally || losses) {
      const count = await this.cascaded.find(transaction, table, records, losses, tally !== null);
      if (tally) tally.others += count;
    }
    await this.deleteRows(transaction, table.name, keyColumn, null, valuesOf(records, keyColumn));
    return [...deletedOf(resource, records, losses), ...below];
  }

  /** Reads the records' own rows. */
  private async lossesOf(
    transaction: Transaction,
    { table, keyColumn }: CompiledResource,
    records: readonly object[],
  ): Promise<Losses> {
    const rows = await this.exact.ofRecords(transaction, { table: table.name, keyColumn }, records);
    const losses = new Losses(rows);
    if (rows.length === 0) losses.give(`the database does not list the columns of ${table.name}`);
    return losses;
  }

  private async deleteLinks(
    { transaction, tally }: RunningDeletion,
    resource: CompiledResource,
    records: readonly object[],
    losses: Losses | null,
  ): Promise<void> {
    for (const link of this.dependentsOf(resource).links) {
      const { table, column, source, type } = link;
      const values = valuesOf(records, source);
      if (losses || tally) {
        const rows = await this.exact.find(transaction, {
          table: table.name,
          select: this.exact.columnsOf(table.name),
          by: [column.name],
          values: values.map((value) => [value]),
          conditions: typeSql(type, 't', this.dialect),
          ...(!tally && losses && { max: Math.max(losses.left, 0) + 1 }),
        });
        if (losses) await this.addLinks(losses, link, records, rows);
        if (tally) tally.pivots += rows.length;
      }
      await this.deleteRows(transaction, table.name, column, type, values);
    }
  }

  private async addLinks(
    losses: Losses,
    { table, column, source }: Dependent,
    records: readonly object[],
    rows: readonly ExactRow[],
  ): Promise<void> {
    const columns = this.exact.columnsOf(table.name);
    const reference = columns.find(({ name }) => name === column.name)!;
    const owners = ownersIn(records, source);
    for (const row of rows)
      losses.add(owners.find([this.exact.valueOf(reference, row)]) ?? 0, table.name, [row]);
  }

  private async deleteChildren(
    deletion: RunningDeletion,
    resource: CompiledResource,
    records: readonly object[],
    losses: Losses | null,
  ): Promise<readonly DeletedRecord[]> {
    const deleted: DeletedRecord[] = [];
    for (const child of this.dependentsOf(resource).children) {
      const { table, column, source, type } = child;
      const values = valuesOf(records, source);
      const rows = await this.readRows(deletion.transaction, table, column, type, values);
      const owners = ownersIn(records, source);
      const ownerOf = (row: object): number => owners.find([(row as Entity)[column.property]]) ?? 0;
      const found = this.entities.readWhole(table, rows);
      const { deletedAt } = child.resource.table;
      if (deletedAt) {
        const unmarked = found.filter((row) => (row as Entity)[deletedAt.property] === null);
        await this.markChildren(deletion, child.resource, unmarked, deletedAt, losses, ownerOf);
        continue;
      }
      const hasOwnLog = isLogged(child.resource);
      const keeps = hasOwnLog ? this.keepsRows : losses !== null;
      const gone = await this.deleteLevel(deletion, child.resource, found, keeps);
      if (losses && !hasOwnLog)
        for (const { record, loss } of gone.slice(0, found.length))
          losses.addLoss(ownerOf(record), table.name, loss!);
      deleted.push(...gone);
    }
    return deleted;
  }

  private async markChildren(
    { transaction, tally }: RunningDeletion,
    resource: CompiledResource,
    children: readonly object[],
    deletedAt: CompiledColumn,
    losses: Losses | null,
    ownerOf: (child: object) => number,
  ): Promise<void> {
    if (tally) tally.others += children.length;
    if (children.length === 0) return;
    const { table, keyColumn } = resource;
    const written = [deletedAt, ...columnsFilledBy(table, 'updated')];
    const part = { table: table.name, keyColumn, columns: [keyColumn, ...written] };
    const read = () => this.exact.ofRecords(transaction, part, children);
    const before = losses ? await read() : [];
    await this.mark(transaction, resource, children, deletedAt);
    const after = losses ? await read() : [];
    for (const [at, row] of before.entries()) {
      const [key, was] = splitRow(row, keyColumn);
      const [, is] = splitRow(after[at]!, keyColumn);
      losses!.addChanges(ownerOf(children[at]!), table.name, [{ key, before: was, after: is }]);
    }
  }

  private async mark(
    transaction: Transaction,
    resource: CompiledResource,
    records: readonly object[],
    deletedAt: CompiledColumn,
  ): Promise<void> {
    const marked = new Map([[deletedAt, new Date()]]);
    const keys = valuesOf(records, resource.keyColumn) as readonly (string | number)[];
    await new RecordWriter(this.dialect).update(
      transaction,
      resource,
      new Map(keys.map((key) => [key, marked])),
    );
    await this.runHooks(transaction, resource, records);
  }

  private async runHooks(
    transaction: Transaction,
    { table }: CompiledResource,
    records: readonly object[],
  ): Promise<void> {
    for (const hook of this.hooks.of(table.entity)) await hook.deleted(transaction, records);
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

const deletedOf = (
  resource: CompiledResource,
  records: readonly object[],
  losses: Losses | null,
): readonly DeletedRecord[] =>
  records.map((record, at) => ({ resource, record, loss: losses?.of(at) ?? null }));

const isLogged = ({ options }: CompiledResource): boolean => options.logged === true;

/** Finds the places of records by the values that other rows refer to. */
const ownersIn = (records: readonly object[], { property }: CompiledColumn): ValueIndex =>
  new ValueIndex(records.map((record) => [(record as Entity)[property]]));

function splitRow(row: ExactRow, { name }: CompiledColumn): readonly [ExactRow, ExactRow] {
  const { [name]: key = null, ...others } = row;
  return [{ [name]: key }, others];
}

const valuesOf = (records: readonly object[], { property }: CompiledColumn): readonly unknown[] =>
  records
    .map((record) => (record as Entity)[property])
    .filter((value) => value !== null && value !== undefined);
