import { Inject, Injectable } from '@nestjs/common';
import { EVERYTHING } from '../../../authorization/resolved-condition.js';
import { LockedRecords } from '../../../execution/chunks.js';
import { DATABASE, type Database, type Transaction } from '../../../execution/database/database.js';
import type { Dialect } from '../../../execution/dialects/dialect.js';
import { dialects } from '../../../execution/dialects/index.js';
import { EntityReader } from '../../../execution/entity-reader.js';
import { BulkWriter } from '../../../execution/writes/bulk-writer.js';
import { RecordDeletion, type DeletedRecord } from '../../../execution/writes/record-deletion.js';
import type { UpdateLog } from '../../../execution/writes/logged-update.js';
import type { ColumnValues } from '../../../execution/writes/record-writer.js';
import type { CompiledColumn, CompiledResource } from '../../../registry/compiled-resource.js';
import type { Key } from '../../../types/register.js';
import { Snapshots } from '../../action-log/snapshots.js';
import type { ChangeTarget } from './change-targets.js';
import {
  asColumns,
  asProperties,
  changedFrom,
  keyIn,
  verifyColumns,
  verifyRequiredColumns,
  verifyKeepsKey,
} from './column-values.js';
import { Effects } from './effects.js';
import { deletedChange, storedChange, updatedChange } from './logged-changes.js';
import { RecordImages, type GivenFiles } from './record-images.js';
import { ResourceEvents, type ResourceEvent } from './resource-events.js';
import { checkElement, forElement, type WriteSubject } from './write-request.js';

type Properties = Record<string, unknown>;

/** A write that may restore values which the record had before. */
interface Restorable {
  /** Hooks run, but do not change the values: they are stored exactly as given. */
  readonly isRestored?: boolean;
}

/** A record to store: the values of its columns, and files for its image columns. */
export interface RecordToStore extends Restorable {
  readonly values: ColumnValues;
  readonly files?: GivenFiles;
}

/** A stored record, and the columns that were given. */
export interface StoredRecord {
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
}

/** An updated record, and the columns that changed, if any. */
export interface UpdatedRecord {
  readonly record: object;
  readonly before: object;
  readonly changed: ColumnValues;
}

/** Returns the log that the statement of an update writes; `null` for none. */
type LogOf = (updated: readonly UpdatedRecord[]) => UpdateLog | null;

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
  private readonly dialect: Dialect;
  private readonly writer: BulkWriter;

  constructor(
    @Inject(DATABASE) database: Database,
    private readonly entities: EntityReader,
    private readonly deletion: RecordDeletion,
    private readonly images: RecordImages,
    private readonly events: ResourceEvents,
    private readonly effects: Effects,
    private readonly snapshots: Snapshots,
  ) {
    this.dialect = dialects[database.dialect];
    this.writer = new BulkWriter(this.dialect);
  }

  /**
   * Returns the records as they were stored, in the order of the rows.
   *
   * @throws RequestError `validation_failed` if a required column has no value
   */
  async store(
    subject: WriteSubject,
    target: ChangeTarget,
    rows: readonly RecordToStore[],
  ): Promise<readonly StoredRecord[]> {
    const { resource } = target;
    const values: ColumnValues[] = [];
    for (const [at, row] of rows.entries()) {
      const stored = this.valuesToStore(subject, at, target, row);
      values.push(stored instanceof Promise ? await stored : stored);
    }
    const keys = await this.writer.insert(subject.transaction, target, values);
    await this.storeFiles(subject, target, rows, keys);
    const read = await this.read(subject.transaction, target, keys);
    const byKey = new Map(read.map((record) => [String(keyIn(record, target)), record]));
    const stored = keys.map((key, at) => ({
      // A key in a column of fixed length is read with blanks at its end.
      record: byKey.get(String(key)) ?? read[at]!,
      given: [...values[at]!.keys()],
    }));
    const hooks = resource?.hooks;
    if (hooks?.stored)
      for (const [at, { record }] of stored.entries())
        await forElement(subject, at, (request) => hooks.stored!(request, record));
    const records = stored.map(({ record }) => record);
    this.announce(subject, target, 'stored', () => records);
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
   * @param logOf returns the log that the statement itself writes; `null` for none
   */
  async update(
    subject: WriteSubject,
    target: ChangeTarget,
    records: readonly RecordToUpdate[],
    logOf: LogOf = () => null,
  ): Promise<readonly UpdatedRecord[]> {
    const outcomes = await this.change(subject, target, records, logOf);
    const changed = outcomes.filter((each) => each.changed.size > 0);
    this.announce(subject, target, 'updated', () => changed.map(({ record }) => record));
    const { resource } = target;
    this.effects.note({
      name: 'updated',
      count: changed.length,
      describe: () => (resource ? changed.flatMap((each) => updatedChange(resource, each)) : []),
    });
    return outcomes;
  }

  /**
   * Removes the date of deletion. The hooks are those of an update, since the rows exist; for
   * everyone else, the records are stored again.
   */
  async unmark(
    subject: WriteSubject,
    target: ChangeTarget & { readonly resource: CompiledResource },
    records: readonly RecordToUpdate[],
  ): Promise<readonly StoredRecord[]> {
    const outcomes = await this.change(subject, target, records, () => null);
    const stored = outcomes.map(({ record, changed }) => ({ record, given: [...changed.keys()] }));
    this.announce(subject, target, 'stored', () => stored.map(({ record }) => record));
    this.effects.note({
      name: 'stored',
      count: stored.length,
      describe: () => stored.map((each) => storedChange(target.resource, each)),
    });
    return stored;
  }

  private async change(
    subject: WriteSubject,
    target: ChangeTarget,
    records: readonly RecordToUpdate[],
    logOf: LogOf,
  ): Promise<readonly UpdatedRecord[]> {
    const written = new Map<Key, ColumnValues>();
    const outcomes: UpdatedRecord[] = [];
    const { updating, updated } = target.resource?.hooks ?? {};
    for (const [at, each] of records.entries()) {
      const values =
        updating || each.files?.size
          ? await this.valuesToWrite(subject, at, target, each)
          : each.values;
      const changed = changedFrom(each.before, values);
      if (changed.size > 0) written.set(keyIn(each.record, target), values);
      outcomes.push({ record: each.record, before: each.before, changed });
    }
    const log = logOf(outcomes);
    const filled = await this.writer.update(subject.transaction, target, written, log);
    for (const [at, { record, before, changed }] of outcomes.entries()) {
      if (changed.size === 0) continue;
      setColumns(record, filled);
      setColumns(record, written.get(keyIn(record, target))!);
      this.discardImages(subject, target, before, changed);
      if (updated)
        await forElement(subject, at, (request) =>
          updated.call(target.resource!.hooks, request, record),
        );
    }
    return outcomes;
  }

  /**
   * Deletes the records, their dependent records and their files. Files that a revert would need
   * are kept with the snapshot.
   */
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
    const { records: gone, byDatabase } = await this.deletion.delete(
      subject.transaction,
      resource,
      records,
      { counts: this.effects.areCollected },
    );
    for (const { resource: own, record, isKept } of gone)
      if (!isKept) this.images.discard(subject.transaction, own, record);
    if (deleted)
      for (const [at, record] of records.entries())
        await forElement(subject, at, (request) => deleted.call(resource.hooks, request, record));
    this.announce(subject, target, 'deleted', () => records);
    this.effects.note({
      name: 'deleted',
      count: gone.length + byDatabase.deleted,
      describe: () => gone.map(deletedChange),
    });
    this.effects.note({ name: 'updated', count: byDatabase.cleared, describe: () => [] });
    return { listed: gone.slice(0, records.length), dependents: gone.slice(records.length) };
  }

  /** Whether {@link delete} only removes the row: without hooks, files and dependent records. */
  deletesOnlyRow(resource: CompiledResource): boolean {
    const { deleting, deleted } = resource.hooks;
    const hasFiles = [...resource.full.fields.values()].some(({ options }) => options.image);
    return !deleting && !deleted && !hasFiles && this.deletion.isSingle(resource);
  }

  /** Reads the current state of whole records. */
  async read(
    transaction: Transaction,
    target: ChangeTarget,
    keys: readonly Key[],
  ): Promise<readonly object[]> {
    const select = [...target.table.columns.values()];
    const locked = new LockedRecords(this.dialect, {
      target,
      select,
      condition: EVERYTHING,
      shows: null,
    });
    return this.entities.readWhole(target.table, await locked.listed(transaction, keys));
  }

  /**
   * Returns the values after the hook `storing`.
   *
   * @param at the record's index in the list
   * @throws RequestError `validation_failed` if a required column has no value
   */
  valuesToStore(
    subject: WriteSubject,
    at: number,
    target: ChangeTarget,
    { values: given, isRestored = false }: RecordToStore,
  ): ColumnValues | Promise<ColumnValues> {
    const { resource } = target;
    const { storing } = resource?.hooks ?? {};
    if (!storing) return checkElement(subject, at, () => this.verified(target, given, isRestored));
    return forElement(subject, at, async (request) => {
      const properties = asProperties(given);
      await storing.call(resource!.hooks, request, properties);
      return isRestored ? given : this.verified(target, asColumns(target, properties), false);
    });
  }

  private verified(target: ChangeTarget, given: ColumnValues, isRestored: boolean): ColumnValues {
    if (isRestored) return given;
    const values = verifyColumns(target, given);
    if (target.resource) verifyRequiredColumns(target.resource, values);
    return values;
  }

  /**
   * Returns the values after the hook `updating`, with the paths of the stored files.
   *
   * @param at the record's index in the list
   */
  async valuesToWrite(
    subject: WriteSubject,
    at: number,
    target: ChangeTarget,
    { record, before, values, files, isRestored = false }: RecordToUpdate,
  ): Promise<ColumnValues> {
    const hooks = target.resource?.hooks;
    const hooked = hooks?.updating
      ? await this.authorizeUpdating(subject, at, target, before, values)
      : values;
    if (isRestored) return values;
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

  /** Removes files that columns contained before, after the commit. */
  discardImages(
    { transaction }: WriteSubject,
    { resource }: ChangeTarget,
    before: object,
    changed: ColumnValues,
  ): void {
    if (resource && !this.snapshots.covers(resource))
      this.images.discard(transaction, resource, before, changed);
  }

  /**
   * Stores files after the insert, since their paths contain the record's key.
   */
  private async storeFiles(
    subject: WriteSubject,
    target: ChangeTarget,
    rows: readonly RecordToStore[],
    keys: readonly Key[],
  ): Promise<void> {
    const paths = new Map<Key, ColumnValues>();
    for (const [at, { files }] of rows.entries())
      if (files?.size)
        paths.set(keys[at]!, await this.images.store(subject, target.resource!, keys[at]!, files));
    if (paths.size > 0) await this.writer.update(subject.transaction, target, paths);
  }

  /** Emits the event of each record after the commit. @param records read after it */
  announce(
    { transaction, request }: WriteSubject,
    { resource }: ChangeTarget,
    name: ResourceEvent['name'],
    records: () => readonly object[],
  ): void {
    if (!resource) return;
    transaction.afterCommit(() => this.events.emitAll(resource, name, records(), request.user));
  }
}

/** Sets values of columns on an entity. */
export function setColumns(record: object, values: ColumnValues): void {
  for (const [{ property }, value] of values) (record as Properties)[property] = value;
}
