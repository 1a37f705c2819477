import { Inject, Injectable } from '@nestjs/common';
import type { Key } from '../../../base/types/register.js';
import { inTurn, whenKnown, type Eventual } from '../../../base/when-known.js';
import {
  DATABASE,
  type Database,
  type Transaction,
} from '../../../database/connection/database.js';
import { dialects } from '../../../database/engines/dialects.js';
import { EntityReader } from '../../../database/read/entity-reader.js';
import { ExactRows } from '../../../database/write/exact-rows.js';
import { RecordLocks } from '../../../database/write/record-locks.js';
import {
  RecordWriter,
  type ColumnValues,
  type InsertedRow,
} from '../../../database/write/record-writer.js';
import { writeTogether } from '../../../database/write/refused-rows.js';
import { COLUMNS_ONLY } from '../../../database/write/returned-rows.js';
import type { WriteRequest } from '../../../definition/contracts/hooks.js';
import { EVERYTHING } from '../../../pipeline/authorization/resolved-condition.js';
import { asColumns, asProperties, keyIn, verifyRequiredColumns } from '../lookups/column-values.js';
import type { ChangeTerms, RecordToStore, StoredRecord } from './change-contracts.js';
import type { ChangeTarget } from './change-targets.js';
import { Effects } from './effects.js';
import { storedChange } from './logged-changes.js';
import { RecordImages } from './record-images.js';
import { ResourceEvents } from './resource-events.js';
import { forElements, type WriteSubject } from './write-request.js';

/** Stores records: hooks, one statement, files, and events after the commit. */
@Injectable()
export class StoreRecords {
  private readonly writer: RecordWriter;

  constructor(
    @Inject(DATABASE) database: Database,
    private readonly exact: ExactRows,
    private readonly images: RecordImages,
    private readonly events: ResourceEvents,
    private readonly effects: Effects,
    private readonly entities: EntityReader,
    private readonly locks: RecordLocks,
  ) {
    this.writer = new RecordWriter(dialects[database.dialect]);
  }

  /**
   * Returns the records as they were stored, in the order of the rows.
   *
   * @param terms what the response needs besides the columns of a record
   * @throws RequestError `validation_failed` if a required column has no value
   */
  async store(
    subject: WriteSubject,
    target: ChangeTarget,
    rows: readonly RecordToStore[],
    terms: ChangeTerms,
  ): Promise<readonly StoredRecord[]> {
    const { resource } = target;
    const forEach = forElements(subject);
    const values = await inTurn(rows, (row, at) =>
      forEach(at, (requestOf) => valuesToStore(target, row, requestOf)),
    );
    const inserted = await this.insert(subject.transaction, target, rows, values, terms);
    const keys = inserted.map(({ key }) => key);
    const paths = await this.images.storeNew(subject, resource, keys, rows);
    if (paths.size > 0) await this.writer.update(subject.transaction, target, paths);
    const written = paths.size > 0 ? keys.map((key) => ({ key, row: null })) : inserted;
    const found = await this.recordsOf(subject.transaction, target, written);
    const hooks = resource?.hooks;
    const stored = found.map((record, at) => ({
      record,
      given: [...values[at]!.keys()],
      returned: hooks?.stored ? null : written[at]!.row,
    }));
    const records = stored.map(({ record }) => record);
    if (hooks?.stored)
      for (const [at, record] of records.entries())
        await forEach(at, (requestOf) => hooks.stored!(requestOf(), record));
    this.events.announce(subject, resource, 'stored', records);
    this.effects.note({
      name: 'stored',
      count: stored.length,
      describe: () => (resource ? stored.map((each) => storedChange(resource, each)) : []),
    });
    return stored;
  }

  private async insert(
    transaction: Transaction,
    target: ChangeTarget,
    rows: readonly RecordToStore[],
    values: readonly ColumnValues[],
    { returned, isLast }: ChangeTerms,
  ): Promise<readonly InsertedRow[]> {
    const isFollowed =
      target.resource?.hooks.stored !== undefined || rows.some(({ files }) => files?.size);
    const terms = {
      returned: target.table.returnsRows ? (returned ?? COLUMNS_ONLY) : null,
      isLast: !isFollowed && values.length === 1 && isLast(values[0]!, null),
    };
    const restored = rows.flatMap(({ restored: row }) => (row ? [row] : []));
    if (restored.length === 0)
      return writeTogether(transaction, values.length, (writing, from, to) =>
        this.writer.insert(writing, target, values.slice(from, to), terms),
      );
    await this.exact.insert(transaction, target.table.name, restored);
    return values.map((each) => ({ key: each.get(target.keyColumn) as Key, row: null }));
  }

  /** Returns whole records from their rows, or reads them. */
  private async recordsOf(
    transaction: Transaction,
    target: ChangeTarget,
    written: readonly InsertedRow[],
  ): Promise<readonly object[]> {
    const rows = written.flatMap(({ row }) => (row ? [row] : []));
    if (rows.length === written.length) return this.entities.readWhole(target.table, rows);
    const keys = written.map(({ key }) => key);
    const read = await this.locks.lock(transaction, target, keys, EVERYTHING, 'change');
    const byKey = new Map(read.map((record) => [String(keyIn(record, target)), record]));
    return keys.map((key) => byKey.get(String(key))!);
  }
}

/** Returns the values of a new record after the hook `storing`. */
function valuesToStore(
  target: ChangeTarget,
  { values, restored }: RecordToStore,
  requestOf: () => WriteRequest,
): Eventual<ColumnValues> {
  const { resource } = target;
  const properties = asProperties(values);
  return whenKnown(resource?.hooks.storing?.(requestOf(), properties), () => {
    if (restored) return values;
    const hooked = asColumns(target, properties);
    if (resource) verifyRequiredColumns(resource, hooked);
    return hooked;
  });
}
