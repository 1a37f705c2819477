import { Inject, Injectable } from '@nestjs/common';
import { DATABASE, type Database, type Transaction } from '../../execution/database/database.js';
import type { Dialect } from '../../execution/dialects/dialect.js';
import { dialects } from '../../execution/dialects/index.js';
import { BulkWriter } from '../../execution/writes/bulk-writer.js';
import type { ColumnValues, WriteTarget } from '../../execution/writes/record-writer.js';
import type { Key } from '../../types/register.js';
import type {
  CompiledColumn,
  CompiledResource,
  CompiledTable,
} from '../../registry/compiled-resource.js';
import { ResourceRegistry } from '../../registry/resource-registry.js';
import { columnValuesOf, type TableRows } from '../action-log/snapshot.js';
import { StoredImages } from '../records/reading/stored-images.js';
import { unavailable } from './logged-change.js';

/** Stores rows again exactly as they were. */
@Injectable()
export class RestoredRows {
  private readonly writer: BulkWriter;
  private readonly dialect: Dialect;

  constructor(
    @Inject(DATABASE) database: Database,
    private readonly registry: ResourceRegistry,
    private readonly images: StoredImages,
  ) {
    this.dialect = dialects[database.dialect];
    this.writer = new BulkWriter(this.dialect);
  }

  /**
   * Stores rows that were deleted along with a record, and sets references back that the database
   * has cleared.
   *
   * @throws RequestError `revert_unavailable` if their table is no longer known
   */
  async restore(transaction: Transaction, along: readonly TableRows[]): Promise<void> {
    for (const { table: name, rows, cleared } of along) {
      const table = this.tables().get(name);
      if (!table) throw unavailable(`the table ${name} is no longer part of the application`);
      const values = rows.map((row) => columnValuesOf(table, row));
      const target = { table, keyColumn: table.keys[0]! };
      if (cleared === undefined) await this.writer.insert(transaction, target, values);
      else await this.setBack(transaction, target, cleared, values);
    }
  }

  /** A row whose column has another value meanwhile stays as it is. */
  private async setBack(
    transaction: Transaction,
    target: WriteTarget,
    cleared: string,
    rows: readonly ColumnValues[],
  ): Promise<void> {
    const { table, keyColumn } = target;
    const byKey = new Map(rows.map((row) => [row.get(keyColumn) as Key, row]));
    const column = [...table.columns.values()].find(({ name }) => name === cleared);
    if (!column) throw unavailable(`${table.name} no longer has the column ${cleared}`);
    const { dialect } = this;
    // The date of a deletion is set back to null; everything else was set to null.
    const isDate = rows.every((row) => row.get(column) === null);
    const sql = dialect.keyed({
      table: dialect.quote(table.name),
      key: keyColumn,
      columns: dialect.read(keyColumn, 't'),
      conditions: ` and t.${dialect.quote(column.name)} is ${isDate ? 'not null' : 'null'}`,
      lock: dialect.locks.change,
    });
    const keys = [...byKey.keys()];
    const found = await transaction.query(sql, [dialect.bindList(keys, keyColumn)]);
    const free = new Set(found.map(([key]) => String(key)));
    const changes = [...byKey].filter(([key]) => free.has(String(key)));
    await this.writer.update(transaction, target, new Map(changes.map(withoutKey(keyColumn))));
  }

  /** Returns the values without the paths of files that no longer exist. */
  async withExistingFiles(
    { full: { fields } }: CompiledResource,
    values: ColumnValues,
  ): Promise<ColumnValues> {
    const images = [...fields.values()].filter(
      ({ column, options }) => options.image && column.nullable && values.get(column),
    );
    if (images.length === 0) return values;
    const paths = new Set(images.map(({ column }) => String(values.get(column))));
    const gone = await this.images.findMissing(paths);
    const lost = images.filter(({ column }) => gone.has(String(values.get(column))));
    return new Map([...values, ...lost.map(({ column }) => [column, null] as const)]);
  }

  /** Returns the tables of records and of pivot rows, by name. */
  private tables(): ReadonlyMap<string, CompiledTable> {
    const { resources } = this.registry;
    const pivots = resources.flatMap(({ relations }) =>
      [...relations.values()].flatMap((member) =>
        member.form === 'relation' && member.join.keyOn === 'pivot' ? [member.join.table] : [],
      ),
    );
    return new Map([...pivots, ...resources.map(({ table }) => table)].map((t) => [t.name, t]));
  }
}

const withoutKey =
  (keyColumn: CompiledColumn) =>
  ([key, values]: readonly [Key, ColumnValues]): readonly [Key, ColumnValues] => [
    key,
    new Map([...values].filter(([column]) => column !== keyColumn)),
  ];
