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

type Entity = Readonly<Record<string, unknown>>;

/** Additional work of a deletion. */
export type DeletionWork = (
  transaction: Transaction,
  records: readonly object[],
) => Promise<unknown>;

/** A deleted record and its resource. */
export interface DeletedRecord {
  readonly resource: CompiledResource;
  readonly record: object;
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
  ) {}

  /**
   * Adds work for deletions of this entity's rows, in the same transaction, on rows that belong to
   * no resource.
   */
  alsoFor(entity: ClassOf, work: DeletionWork): void {
    this.further.set(entity, [...(this.further.get(entity) ?? []), work]);
  }

  /** Returns all deleted records, including dependents, so that their files can be removed. */
  async delete(
    transaction: Transaction,
    resource: CompiledResource,
    records: readonly object[],
  ): Promise<readonly DeletedRecord[]> {
    if (records.length === 0) return [];
    if (resource.table.deletedAt) {
      await this.mark(transaction, resource, records, resource.table.deletedAt);
      return [];
    }
    const below = await this.deleteDependents(transaction, resource, records);
    const { table, keyColumn } = resource;
    for (const work of this.further.get(table.entity) ?? []) await work(transaction, records);
    await this.deleteRows(transaction, table.name, keyColumn, null, valuesOf(records, keyColumn));
    return [...records.map((record) => ({ resource, record })), ...below];
  }

  private async deleteDependents(
    transaction: Transaction,
    resource: CompiledResource,
    records: readonly object[],
  ) {
    const { links, children } = this.dependentsOf(resource);
    for (const { table, column, source, type } of links)
      await this.deleteRows(transaction, table, column, type, valuesOf(records, source));
    const deleted: DeletedRecord[] = [];
    for (const { resource: child, column, source, type } of children) {
      const rows = await this.readRows(
        transaction,
        child.table,
        column,
        type,
        valuesOf(records, source),
      );
      deleted.push(
        ...(await this.delete(transaction, child, this.entities.readWhole(child.table, rows))),
      );
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

const valuesOf = (records: readonly object[], { property }: CompiledColumn): readonly unknown[] =>
  records
    .map((record) => (record as Entity)[property])
    .filter((value) => value !== null && value !== undefined);
