import { Inject, Injectable } from '@nestjs/common';
import type { Key } from '../../../base/types/register.js';
import type { Transaction } from '../../../database/connection/database.js';
import { columnsFilledBy } from '../../../database/values/filled-columns.js';
import { ExactRows, type ExactColumns, type ExactRow } from '../../../database/write/exact-rows.js';
import { RecordDeletion, type DeletedRecord } from '../../../database/write/record-deletion.js';
import type { ColumnValues, WriteTarget } from '../../../database/write/record-writer.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import type { CompiledResource } from '../../../registry/resources/compiled-resource.js';
import { keyIn, type WrittenTable } from './column-values.js';

/**
 * Reads what a revert needs, before it is written: the rows of resources with a log, as the database
 * has them.
 *
 * @contract C15.1
 */
@Injectable()
export class KeptRows {
  private readonly isOn: boolean;

  constructor(
    private readonly exact: ExactRows,
    private readonly deletion: RecordDeletion,
    @Inject(OPTIONS) { safeWrites }: ResolvedOptions,
  ) {
    this.isOn = safeWrites.undo;
  }

  /**
   * Returns what a statement reads of `t` besides other columns; `null` unless changes of the
   * resource can be reverted.
   */
  find({ table, options }: CompiledResource): ExactColumns | null {
    const columns = this.isOn && options.logged ? this.exact.columnsOf(table.name) : [];
    return columns.length === 0
      ? null
      : {
          sql: `, ${this.exact.selection(columns, 't').join(', ')}`,
          rowIn: (row, from) => this.exact.rowOf(columns, row, from),
        };
  }

  /** Returns what it takes to restore a record that a handler has deleted by itself. */
  lossOf(resource: CompiledResource, row: ExactRow): DeletedRecord['loss'] {
    return this.deletion.lossOf(resource, row);
  }

  /**
   * Reads the columns that an update writes together with its statement, and sets the rows that
   * are not known yet.
   */
  beforeUpdate(
    transaction: Transaction,
    { resource, table, keyColumn }: WriteTarget & WrittenTable,
    written: ReadonlyMap<Key, ColumnValues>,
    outcomes: readonly { readonly record: object; row: ExactRow | null }[],
  ): void {
    if (!this.isOn || !resource?.options.logged || written.size === 0) return;
    const columns = new Set([
      keyColumn,
      ...columnsFilledBy(table, 'updated'),
      ...[...written.values()].flatMap((values) => [...values.keys()]),
    ]);
    const changed = outcomes.filter(
      ({ record, row }) => row === null && written.has(keyIn(record, { keyColumn })),
    );
    if (changed.length === 0) return;
    this.exact.ofRecordsLater(
      transaction,
      { table: table.name, keyColumn, columns },
      changed.map(({ record }) => record),
      (rows) => changed.forEach((outcome, at) => (outcome.row = rows[at] ?? null)),
    );
  }
}
