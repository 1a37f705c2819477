import { Inject, Injectable } from '@nestjs/common';
import { EVERYTHING } from '../../../pipeline/authorization/resolved-condition.js';
import {
  DATABASE,
  type Database,
  type Row,
  type Statement,
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
} from '../../../database/write/record-writer.js';
import { COLUMNS_ONLY } from '../../../database/write/returned-rows.js';
import { RowHooks } from '../../../database/write/row-hooks.js';
import { writeTogether } from '../../../database/write/refused-rows.js';
import type { CompiledColumn } from '../../../registry/resources/compiled-resource.js';
import type { Key } from '../../../base/types/register.js';
import { oneByOne, whenKnown, type Eventual } from '../../../base/when-known.js';
import type { WriteRequest } from '../../../definition/contracts/hooks.js';
import type { ChangeTarget } from './change-targets.js';
import {
  asColumns,
  asProperties,
  changedFrom,
  keyIn,
  verifyRequiredColumns,
  verifyKeepsKey,
} from '../lookups/column-values.js';
import { KeptRows } from '../lookups/kept-rows.js';
import { Effects } from './effects.js';
import { deletedChange, storedChange, updatedChange } from './logged-changes.js';
import { RecordImages, type GivenFiles } from './record-images.js';
import { ResourceEvents } from './resource-events.js';
import { forElements, type ForElement, type WriteSubject } from './write-request.js';

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
  readonly row?: ExactRow | null;
}

/** How records are written. */
export interface ChangeTerms extends Omit<UpdateTerms, 'isLast'> {
  /**
   * Whether nothing follows the statement that writes a single record: these values, which hooks may
   * have changed, in place of those that an updated record had before.
   */
  readonly isLast: (values: ColumnValues, before: object | null) => boolean;
  /**
   * Returns the insertions that log the change of a single record, so that its statement makes
   * them; `null` if the log must be written by itself. Absent for other terms.
   */
  readonly logOf?: (change: UpdatedRecord) => readonly Statement[] | null;
}

/** The terms of a write that others follow. */
export const IN_BETWEEN: ChangeTerms = { ...PLAINLY, isLast: () => false };

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
  /** Whether the statement that wrote the record has also written its log. */
  readonly isLogged: boolean;
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
    terms: ChangeTerms = IN_BETWEEN,
  ): Promise<readonly StoredRecord[]> {
    const { resource } = target;
    const forEach = forElements(subject);
    const values = await oneByOne(
      rows.map(
        (row, at) => () => forEach(at, (requestOf) => valuesToStore(target, row, requestOf)),
      ),
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
    terms: ChangeTerms = IN_BETWEEN,
  ): Promise<readonly UpdatedRecord[]> {
    const forEach = forElements(subject);
    const values = await oneByOne(
      records.map((each, at) => () => this.valuesToWrite(subject, forEach, at, target, each)),
    );
    const written = new Map<Key, ColumnValues>();
    const outcomes = records.map((each, at) => {
      const outcome = outcomeOf(each, values[at]!);
      if (outcome.changed.size > 0) written.set(keyIn(each.record, target), values[at]!);
      return outcome;
    });
    const { resource } = target;
    // Before the statement, which may be sent with the commit.
    if (resource)
      for (const { before, changed } of outcomes)
        if (changed.size > 0) this.images.discard(subject.transaction, resource, before, changed);
    this.kept.beforeUpdate(subject.transaction, target, written, outcomes);
    const { filled, row } = await this.writeUpdates(
      subject.transaction,
      target,
      records,
      written,
      withLog(target, outcomes, values, terms),
    );
    if (terms.expected && !row) throw new ChangedMeanwhile();
    if (row && !resource?.hooks.updated) outcomes[0]!.returned = row;
    const changedRecords: object[] = [];
    for (const [at, { record, changed }] of outcomes.entries()) {
      if (changed.size === 0) continue;
      setColumns(record, filled);
      setColumns(record, values[at]!);
      if (resource?.hooks.updated)
        await forEach(at, (requestOf) => resource.hooks.updated!(requestOf(), record));
      changedRecords.push(record);
    }
    this.events.announce(subject, resource, 'updated', changedRecords);
    this.effects.note({
      name: 'updated',
      count: changedRecords.length,
      describe: () => (resource ? outcomes.flatMap((each) => updatedChange(resource, each)) : []),
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
    const { hooks } = resource;
    const forEach = forElements(subject);
    if (hooks.deleting)
      for (const [at, record] of records.entries())
        await forEach(at, (requestOf) => hooks.deleting!(requestOf(), record));
    const tally = this.effects.areCounted ? { pivots: 0, others: 0 } : null;
    const gone = await writeTogether(subject.transaction, records.length, (writing, from, to) =>
      this.deletion.delete(writing, resource, records.slice(from, to), tally),
    );
    for (const each of gone)
      if (!each.resource.table.deletedAt)
        this.images.discard(subject.transaction, each.resource, each.record);
    if (hooks.deleted)
      for (const [at, record] of records.entries())
        await forEach(at, (requestOf) => hooks.deleted!(requestOf(), record));
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
    const isRestored = new Set(restored.map(({ key }) => key));
    const others = isRestored.size > 0 ? only(written, (key) => !isRestored.has(key)) : written;
    const rowHooks = this.hooks.of(target.table.entity);
    const isLast = terms.isLast && rowHooks.length === 0 && !target.resource?.hooks.updated;
    const outcome = await writeTogether(transaction, records.length, (writing, from, to) => {
      if (to - from === records.length)
        return this.writer.update(writing, target, others, { ...terms, isLast });
      const keys = new Set(records.slice(from, to).map(({ record }) => keyIn(record, target)));
      const some = only(others, (key) => keys.has(key));
      return this.writer.update(writing, target, some, { ...terms, isLast });
    });
    if (written.size > 0) for (const hook of rowHooks) await hook.updated(transaction, written);
    return outcome;
  }

  /** Returns the values after the hook `updating`, with the paths of the stored files. */
  private valuesToWrite(
    subject: WriteSubject,
    forEach: ForElement,
    at: number,
    target: ChangeTarget,
    { record, before, values, files, restored }: RecordToUpdate,
  ): Eventual<ColumnValues> {
    const hooked = target.resource?.hooks.updating
      ? forEach(at, (requestOf) => valuesAfterHook(target, before, values, requestOf()))
      : values;
    if (restored) return whenKnown(hooked, () => values);
    if (!files?.size) return hooked;
    const stored = async (others: ColumnValues) => {
      const key = keyIn(record, target);
      return new Map([
        ...others,
        ...(await this.images.store(subject, target.resource!, key, files)),
      ]);
    };
    return whenKnown(hooked, stored);
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

/** Returns the values of a record after the hook `updating`. */
function valuesAfterHook(
  target: ChangeTarget,
  before: object,
  given: ColumnValues,
  request: WriteRequest,
): Eventual<ColumnValues> {
  const properties = asProperties(given);
  return whenKnown(target.resource!.hooks.updating!(request, properties, before), () => {
    const values = asColumns(target, properties);
    verifyKeepsKey(target, values);
    return values;
  });
}

/** Returns the changes of some keys. */
const only = (
  changes: ReadonlyMap<Key, ColumnValues>,
  isWanted: (key: Key) => boolean,
): ReadonlyMap<Key, ColumnValues> => new Map([...changes].filter(([key]) => isWanted(key)));

/** An update that has not been sent. */
type PendingUpdate = { -readonly [Member in keyof UpdatedRecord]: UpdatedRecord[Member] };

const outcomeOf = (
  { record, before, row }: RecordToUpdate,
  values: ColumnValues,
): PendingUpdate => ({
  record,
  before,
  changed: changedFrom(before, values),
  row: row ?? null,
  returned: null,
  isLogged: false,
});

/**
 * Makes the statement of an update write the log as well. If it cannot, or the hook `updated` may
 * still change the record, the log follows the statement.
 */
function withLog(
  { resource }: ChangeTarget,
  outcomes: readonly PendingUpdate[],
  [values]: readonly ColumnValues[],
  { logOf, ...others }: ChangeTerms,
): UpdateTerms {
  const [outcome] = outcomes;
  const isLast = outcomes.length === 1 && others.isLast(values!, outcome!.before);
  const terms = { ...others, isLast };
  if (!logOf) return terms;
  setColumns(outcome!.record, values!);
  const along = resource?.hooks.updated ? null : logOf(outcome!);
  outcome!.isLogged = along !== null;
  return along ? { ...terms, along } : { ...terms, isLast: false };
}

function setColumns(record: object, values: ColumnValues): void {
  for (const [{ property }, value] of values) (record as Properties)[property] = value;
}
