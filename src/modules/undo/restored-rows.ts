import { Inject, Injectable } from '@nestjs/common';
import { DATABASE, type Database, type Transaction } from '../../execution/database/database.js';
import { dialects } from '../../execution/dialects/index.js';
import { BulkWriter } from '../../execution/writes/bulk-writer.js';
import type { ColumnValues } from '../../execution/writes/record-writer.js';
import type { CompiledResource, CompiledTable } from '../../registry/compiled-resource.js';
import { ResourceRegistry } from '../../registry/resource-registry.js';
import { columnValuesOf, type TableRows } from '../action-log/snapshot.js';
import { Effects } from '../records/writing/effects.js';
import { StoredImages } from '../records/reading/stored-images.js';
import { unavailable } from './logged-change.js';

/** Stores rows again exactly as they were. */
@Injectable()
export class RestoredRows {
  private readonly writer: BulkWriter;

  constructor(
    @Inject(DATABASE) database: Database,
    private readonly registry: ResourceRegistry,
    private readonly images: StoredImages,
    private readonly effects: Effects,
  ) {
    this.writer = new BulkWriter(dialects[database.dialect]);
  }

  /**
   * Stores rows that were deleted along with a record.
   * @throws RequestError `revert_unavailable` if their table is no longer known
   */
  async insert(transaction: Transaction, along: readonly TableRows[]): Promise<void> {
    const pivots = this.pivots();
    for (const { table: name, rows } of along) {
      const table = pivots.get(name) ?? this.records().get(name);
      if (!table) throw unavailable(`the table ${name} is no longer part of the application`);
      const values = rows.map((row) => columnValuesOf(table, row));
      await this.writer.insert(transaction, { table, keyColumn: table.keys[0]! }, values);
      this.effects.note({
        name: pivots.has(name) ? 'attached' : 'stored',
        count: rows.length,
        describe: () => [],
      });
    }
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

  private pivots(): Tables {
    const tables = this.registry.resources.flatMap(({ relations }) =>
      [...relations.values()].flatMap((member) =>
        member.form === 'relation' && member.join.keyOn === 'pivot' ? [member.join.table] : [],
      ),
    );
    return byName(tables);
  }

  private records(): Tables {
    return byName(this.registry.resources.map(({ table }) => table));
  }
}

type Tables = ReadonlyMap<string, CompiledTable>;

const byName = (tables: readonly CompiledTable[]): Tables =>
  new Map(tables.map((table) => [table.name, table]));
