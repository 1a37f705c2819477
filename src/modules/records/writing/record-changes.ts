import { Inject, Injectable } from '@nestjs/common';
import { EVERYTHING } from '../../../pipeline/authorization/resolved-condition.js';
import {
  DATABASE,
  type Database,
  type Row,
  type Transaction,
} from '../../../database/connection/database.js';
import { dialects } from '../../../database/engines/dialects.js';
import {
  RecordDeletion,
  type DeletedRecord,
  type DeletionTally,
} from '../../../database/write/record-deletion.js';
import { EntityReader } from '../../../database/read/entity-reader.js';
import { ExactRows, type ExactRow } from '../../../database/write/exact-rows.js';
import { RecordLocks } from '../../../database/write/record-locks.js';
import {
  PLAINLY,
  RecordWriter,
  type ColumnValues,
  type InsertedRow,
  type UpdatedRows,
  type UpdateTerms,
  type StatementTerms,
} from '../../../database/write/record-writer.js';
import { COLUMNS_ONLY } from '../../../database/write/returned-rows.js';
import { RowHooks } from '../../../database/write/row-hooks.js';
import { writeTogether } from '../../../database/write/refused-rows.js';
import type { CompiledColumn } from '../../../registry/resources/compiled-resource.js';
import type { Key } from '../../../base/types/register.js';
import type { ChangeTarget } from './change-targets.js';
import {
  asColumns,
  asProperties,
  changedFrom,
  keyIn,
  verifyRequiredColumns,
  verifyKeepsKey,
} from '../lookups/column-values.js';
import { Effects } from './effects.js';
import { KeptRows } from './kept-rows.js';
import { deletedChange, storedChange, updatedChange } from './logged-changes.js';
import { RecordImages, type GivenFiles } from './record-images.js';
import { ResourceEvents } from './resource-events.js';
import { forElement, type WriteSubject } from './write-request.js';

type Properties = Record<string, unknown>;

/** A write that may restore values which the record had before. */
interface Restorable {
  /**
   * Columns as the database had them. They are written instead of the values, which are for hooks
   * and the log; hooks run, but change nothing.
   */
  readonly restored?: ExactRow;
}

/** A record to store: the values of its columns, and files for its image columns. */
export interface RecordToStore extends Restorable {
  readonly values: ColumnValues;
  readonly files?: GivenFiles;
}

/** A record as the statement returned it that has written it. */
export interface Returnable {
  /**
   * All columns of its table and what was asked for; `null` if it must be read, since the database
   * does not return rows, or something may have changed it since.
   */
  readonly returned: Row | null;
}

/** A stored record, and the columns that were given. */
export interface StoredRecord extends Returnable {
  readonly record: object;
  readonly given: readonly CompiledColumn[];
}

/** A record to update, its state when it was read, and the new values of its columns. */
export interface RecordToUpdate extends Restorable {
  /** Receives the written values. */
  readonly record: object;
  readonly before: object;
  readonly values: ColumnValues;
  readonly files?: GivenFiles;
  /** The record as the database has it, if it was read for a revert. */
  readonly row?: ExactRow | undefined;
}

/** An updated record, and the columns that changed, if any. */
export interface UpdatedRecord extends Returnable {
  readonly record: object;
  readonly before: object;
  readonly changed: ColumnValues;
  /**
   * The columns that were written, and perhaps others, as the database had them before; `null`
   * unless its changes can be reverted.
   */
  readonly row: ExactRow | null;
}

/** A record that was not locked is not as expected. */
export class ChangedMeanwhile extends Error {}

/** The records that a call listed, and the records that were deleted with them. */
export interface Deletion {
  readonly listed: readonly DeletedRecord[];
  readonly dependents: readonly DeletedRecord[];
}

/**
 * The single path of every write, inside the caller's transaction: hooks, one statement for all
 * records, files, and events after the commit. A request writes a list of one record; an action's
 * handler writes a chunk. The calling code has checked the policy, holds the locks, and writes the
 * log rows (`logged-changes.ts`).
 *
 * @contract C4.5, C4.6
 */
@Injectable()
export class RecordChanges {
  private readonly writer: RecordWriter;

  constructor(
    @Inject(DATABASE) database: Database,
    private readonly locks: RecordLocks,
    private readonly deletion: RecordDeletion,
    private readonly images: RecordImages,
    private readonly events: ResourceEvents,
    private readonly effects: Effects,
    private readonly exact: ExactRows,
    private readonly hooks: RowHooks,
    private readonly entities: EntityReader,
    private readonly kept: KeptRows,
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
    terms: StatementTerms = PLAINLY,
  ): Promise<readonly StoredRecord[]> {
    const { resource } = target;
    const values: ColumnValues[] = [];
    for (const [at, row] of rows.entries())
      values.push(await this.authorizeStoring(subject, at, target, row));
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
    if (hooks?.stored)
      for (const [at, { record }] of stored.entries())
        await forElement(subject, at, (request) => hooks.stored!(request, record));
    const records = stored.map(({ record }) => record);
    this.events.announce(subject, resource, 'stored', records);
    this.effects.note({
      name: 'stored',
      count: stored.length,
      describe: () => (resource ? stored.map((each) => storedChange(resource, each)) : []),
    });
    return stored;
  }

  /**
   * Writes the records that differ and sets the written values on them. A record that does not
   * differ is not written, and its hook `updated` does not run.
   *
   * @param terms of an update of a single record
   * @throws ChangedMeanwhile if the record is not as expected, or would not be written
   */
  async update(
    subject: WriteSubject,
    target: ChangeTarget,
    records: readonly RecordToUpdate[],
    terms: UpdateTerms = PLAINLY,
  ): Promise<readonly UpdatedRecord[]> {
    const written = new Map<Key, ColumnValues>();
    const outcomes: { -readonly [Member in keyof UpdatedRecord]: UpdatedRecord[Member] }[] = [];
    for (const [at, each] of records.entries()) {
      const values = await this.valuesToWrite(subject, at, target, each);
      const changed = changedFrom(each.before, values);
      if (changed.size > 0) written.set(keyIn(each.record, target), values);
      const { record, before, row = null } = each;
      outcomes.push({ record, before, changed, row, returned: null });
    }
    this.kept.beforeUpdate(subject.transaction, target, written, outcomes);
    const { filled, row } = await this.writeUpdates(
      subject.transaction,
      target,
      records,
      written,
      terms,
    );
    if (terms.expected && !row) throw new ChangedMeanwhile();
    if (row && !target.resource?.hooks.updated) outcomes[0]!.returned = row;
    const changedRecords: object[] = [];
    for (const [at, { record, before, changed }] of outcomes.entries()) {
      if (changed.size === 0) continue;
      setColumns(record, filled);
      setColumns(record, written.get(keyIn(record, target))!);
      await this.finishUpdate(subject, at, target, record, before, changed);
      changedRecords.push(record);
    }
    this.events.announce(subject, target.resource, 'updated', changedRecords);
    this.effects.note({
      name: 'updated',
      count: changedRecords.length,
      describe: () => {
        const { resource } = target;
        return resource ? outcomes.flatMap((each) => updatedChange(resource, each)) : [];
      },
    });
    return outcomes;
  }

  /** Deletes the records, their dependent records and their files. */
  async delete(
    subject: WriteSubject,
    target: ChangeTarget,
    records: readonly object[],
  ): Promise<Deletion> {
    const { resource } = target;
    if (!resource)
      throw new TypeError(
        `${target.table.entity.name} has no resource; delete its rows with request.manager.`,
      );
    const { deleting, deleted } = resource.hooks;
    if (deleting)
      for (const [at, record] of records.entries())
        await forElement(subject, at, (request) => deleting.call(resource.hooks, request, record));
    const tally = this.effects.areCounted ? { pivots: 0, others: 0 } : null;
    const gone = await writeTogether(subject.transaction, records.length, (writing, from, to) =>
      this.deletion.delete(writing, resource, records.slice(from, to), tally),
    );
    for (const each of gone)
      if (!each.resource.table.deletedAt)
        this.images.discard(subject.transaction, each.resource, each.record);
    if (deleted)
      for (const [at, record] of records.entries())
        await forElement(subject, at, (request) => deleted.call(resource.hooks, request, record));
    this.events.announce(subject, resource, 'deleted', records);
    const [listed, dependents] = [gone.slice(0, records.length), gone.slice(records.length)];
    this.noteDeletion({ listed, dependents }, tally);
    return { listed, dependents };
  }

  /** Reads the current state of whole records, in the order of their keys. */
  read(
    transaction: Transaction,
    target: ChangeTarget,
    keys: readonly Key[],
  ): Promise<readonly object[]> {
    return this.locks.lock(transaction, target, keys, EVERYTHING, 'change');
  }

  private authorizeStoring(
    subject: WriteSubject,
    at: number,
    target: ChangeTarget,
    { values: given, restored }: RecordToStore,
  ): Promise<ColumnValues> {
    const { resource } = target;
    return forElement(subject, at, async (request) => {
      const properties = asProperties(given);
      await resource?.hooks.storing?.(request, properties);
      if (restored) return given;
      const values = asColumns(target, properties);
      if (resource) verifyRequiredColumns(resource, values);
      return values;
    });
  }

  private async insert(
    transaction: Transaction,
    target: ChangeTarget,
    rows: readonly RecordToStore[],
    values: readonly ColumnValues[],
    { returned, isLast }: StatementTerms,
  ): Promise<readonly InsertedRow[]> {
    const terms = {
      returned: target.table.returnsRows ? (returned ?? COLUMNS_ONLY) : null,
      isLast: isLast && !target.resource?.hooks.stored && !rows.some(({ files }) => files?.size),
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
    const read = await this.read(transaction, target, keys);
    const byKey = new Map(read.map((record) => [String(keyIn(record, target)), record]));
    return keys.map((key) => byKey.get(String(key))!);
  }

  private async writeUpdates(
    transaction: Transaction,
    target: ChangeTarget,
    records: readonly RecordToUpdate[],
    written: ReadonlyMap<Key, ColumnValues>,
    terms: UpdateTerms,
  ): Promise<UpdatedRows> {
    const restored = records.flatMap(({ record, restored: row }) =>
      row ? [{ key: keyIn(record, target), row }] : [],
    );
    if (restored.length > 0) await this.exact.update(transaction, target, restored);
    const others = new Map(written);
    for (const { key } of restored) others.delete(key);
    const rowHooks = this.hooks.of(target.table.entity);
    const isLast = terms.isLast && rowHooks.length === 0 && !target.resource?.hooks.updated;
    const outcome = await writeTogether(transaction, records.length, (writing, from, to) => {
      const keys = new Set(records.slice(from, to).map(({ record }) => keyIn(record, target)));
      const rows = new Map([...others].filter(([key]) => keys.has(key)));
      return this.writer.update(writing, target, rows, { ...terms, isLast });
    });
    if (written.size > 0) for (const hook of rowHooks) await hook.updated(transaction, written);
    return outcome;
  }

  /** Returns the values after the hook `updating`, with the paths of the stored files. */
  private async valuesToWrite(
    subject: WriteSubject,
    at: number,
    target: ChangeTarget,
    { record, before, values, files, restored }: RecordToUpdate,
  ): Promise<ColumnValues> {
    const hooks = target.resource?.hooks;
    const hooked = hooks?.updating
      ? await this.authorizeUpdating(subject, at, target, before, values)
      : values;
    if (restored) return values;
    if (!files?.size) return hooked;
    return new Map([
      ...hooked,
      ...(await this.images.store(subject, target.resource!, keyIn(record, target), files)),
    ]);
  }

  private authorizeUpdating(
    subject: WriteSubject,
    at: number,
    target: ChangeTarget,
    before: object,
    given: ColumnValues,
  ): Promise<ColumnValues> {
    return forElement(subject, at, async (request) => {
      const properties = asProperties(given);
      await target.resource!.hooks.updating!(request, properties, before);
      const values = asColumns(target, properties);
      verifyKeepsKey(target, values);
      return values;
    });
  }

  private async finishUpdate(
    subject: WriteSubject,
    at: number,
    { resource }: ChangeTarget,
    record: object,
    before: object,
    changed: ColumnValues,
  ): Promise<void> {
    if (!resource) return;
    this.images.discard(subject.transaction, resource, before, changed);
    const { hooks } = resource;
    if (hooks.updated) await forElement(subject, at, (request) => hooks.updated!(request, record));
  }

  /** Rows that have no log row are only counted. @contract C13.4 */
  private noteDeletion({ listed, dependents }: Deletion, tally: DeletionTally | null): void {
    if (!tally) return;
    const { pivots, others } = tally;
    this.effects.note({
      name: 'deleted',
      count: listed.length + dependents.length + others,
      describe: () => [...listed, ...dependents].map(deletedChange),
    });
    this.effects.note({ name: 'detached', count: pivots, describe: () => [] });
  }
}

function setColumns(record: object, values: ColumnValues): void {
  for (const [{ property }, value] of values) (record as Properties)[property] = value;
}
