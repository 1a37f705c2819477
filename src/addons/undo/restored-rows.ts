import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/connection/database.js';
import { StoredSchema } from '../../database/schema/stored-schema.js';
import { ExactRows, type ExactRow } from '../../database/write/exact-rows.js';
import type { CompiledResource } from '../../registry/resources/compiled-resource.js';
import type { ForeignKey } from '../../registry/resources/schema-facts.js';
import { ResourceRegistry } from '../../registry/resources/resource-registry.js';
import { KeptFiles } from '../../modules/action-log/kept-files.js';
import { Effects } from '../../modules/records/writing/effects.js';
import { StoredImages } from '../../modules/records/reading/stored-images.js';
import { unavailable, type LoggedChange } from './logged-change.js';
import { referenceName, RestoredReferences } from './restored-references.js';
import { gone } from './revert-conflicts.js';
import type { RunningRevert } from './revert-group.js';

/** A row to restore, and the change that it belongs to. */
export interface RestoredRow {
  readonly change: LoggedChange;
  readonly row: ExactRow;
}

/** Stores rows again exactly as they were. @contract C15.1 */
@Injectable()
export class RestoredRows {
  constructor(
    private readonly schema: StoredSchema,
    private readonly exact: ExactRows,
    private readonly references: RestoredReferences,
    private readonly registry: ResourceRegistry,
    private readonly images: StoredImages,
    private readonly files: KeptFiles,
    private readonly effects: Effects,
  ) {}

  /**
   * Returns the deletions whose records can be stored again; the others refer to a record that no
   * longer exists, and are noted.
   */
  async storable(
    { transaction, conflicts }: RunningRevert,
    resource: CompiledResource,
    changes: readonly LoggedChange[],
  ): Promise<readonly LoggedChange[]> {
    const rows = changes.map(({ snapshot }) => snapshot.row!);
    await this.verifyColumns(resource.table.name, rows);
    const lost = await this.references.lost(transaction, resource, resource.table.name, rows);
    for (const { at, name, key } of lost) conflicts.addLost(changes[at]!, gone(name, key));
    const isLost = new Set(lost.map(({ at }) => at));
    return changes.filter((_change, at) => !isLost.has(at));
  }

  /**
   * Stores the rows that were deleted along with records, except those that refer to a row which no
   * longer exists: they are noted. Then sets the rows back that were changed.
   *
   * @throws RequestError `revert_unavailable` if a table has lost a column
   */
  async restoreAlong(
    running: RunningRevert,
    resource: CompiledResource,
    changes: readonly LoggedChange[],
  ): Promise<void> {
    const tables = new Map<string, RestoredRow[]>();
    for (const change of changes)
      for (const { table, rows } of change.snapshot.along ?? [])
        for (const row of rows) {
          const known = tables.get(table);
          if (known) known.push({ change, row });
          else tables.set(table, [{ change, row }]);
        }
    for (const table of inOrder([...tables.keys()], this.schema.foreignKeys))
      await this.storeRows(running, resource, table, tables.get(table)!);
    for (const { snapshot } of changes)
      for (const { table, changes: changed } of snapshot.changed ?? [])
        await this.exact.setBack(running.transaction, table, changed);
  }

  /**
   * Returns rows without the paths of files that no longer exist, which are noted. The other files
   * are served again.
   */
  async withFiles(
    { transaction, conflicts }: RunningRevert,
    table: string,
    rows: readonly RestoredRow[],
  ): Promise<readonly ExactRow[]> {
    const files = rows.map(({ row }) => this.files.pathsIn(table, row));
    const urls = new Set(files.flat().map(({ url }) => url));
    if (urls.size === 0) return rows.map(({ row }) => row);
    const gone = await this.images.findMissing(urls);
    const found = files.flat().filter(({ url }) => !gone.has(url));
    this.files.release(
      transaction,
      found.map(({ path }) => path),
    );
    return rows.map(({ change, row }, at) => {
      const lost = files[at]!.filter(({ url }) => gone.has(url));
      for (const { column } of lost)
        conflicts.addLostPart(change, {
          [referenceName(change.resource, table, column.name)]: ['The file no longer exists.'],
        });
      const emptied = lost.filter(({ column }) => column.nullable);
      return { ...row, ...Object.fromEntries(emptied.map(({ column }) => [column.name, null])) };
    });
  }

  private async storeRows(
    running: RunningRevert,
    resource: CompiledResource,
    table: string,
    all: readonly RestoredRow[],
  ): Promise<void> {
    const { transaction, conflicts } = running;
    const rows = all.map(({ row }) => row);
    await this.verifyColumns(table, rows);
    const lost = await this.references.lost(transaction, resource, table, rows);
    for (const { at, name, key } of lost) conflicts.addLostPart(all[at]!.change, gone(name, key));
    const isLost = new Set(lost.map(({ at }) => at));
    const kept = all.filter((_row, at) => !isLost.has(at));
    await this.insert(running.transaction, table, await this.withFiles(running, table, kept));
  }

  private async insert(
    transaction: Transaction,
    table: string,
    rows: readonly ExactRow[],
  ): Promise<void> {
    if (rows.length === 0) return;
    await this.exact.insert(transaction, table, rows);
    this.effects.note({
      name: this.isPivot(table) ? 'attached' : 'stored',
      count: rows.length,
      describe: () => [],
    });
  }

  /** @throws RequestError `revert_unavailable` */
  private async verifyColumns(table: string, rows: readonly ExactRow[]): Promise<void> {
    const columns = this.schema.columnsOf(table);
    if (columns.length === 0) throw unavailable(`the table ${table} no longer exists`);
    const known = new Set(columns.map(({ name }) => name));
    for (const name of new Set(rows.flatMap((row) => Object.keys(row))))
      if (!known.has(name)) throw unavailable(`${table} no longer has the column ${name}`);
  }

  private isPivot(table: string): boolean {
    return this.registry.resources.some(({ relations }) =>
      [...relations.values()].some(
        (member) =>
          member.form === 'relation' &&
          member.join.keyOn === 'pivot' &&
          member.join.table.name === table,
      ),
    );
  }
}

/** Sorts tables so that each comes after those that it refers to, as far as possible. */
function inOrder(tables: readonly string[], keys: readonly ForeignKey[]): readonly string[] {
  const left = [...tables];
  const sorted: string[] = [];
  const refersToLeft = (table: string) =>
    keys.some(
      ({ from, to }) => from.table === table && to.table !== table && left.includes(to.table),
    );
  while (left.length > 0) {
    const at = left.findIndex((table) => !refersToLeft(table));
    sorted.push(...left.splice(Math.max(at, 0), 1));
  }
  return sorted;
}
