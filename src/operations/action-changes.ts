import { Inject, Injectable } from '@nestjs/common';
import { EVERYTHING } from '../authorization/resolved-condition.js';
import type { Key } from '../definition/register.js';
import { LockedRecords } from '../execution/chunks.js';
import { DATABASE, type Database, type Transaction } from '../execution/database/database.js';
import { dialects } from '../execution/dialects/index.js';
import type { Dialect } from '../execution/dialects/dialect.js';
import { EntityReader } from '../execution/entity-reader.js';
import { BulkWriter } from '../execution/writes/bulk-writer.js';
import { RecordDeletion, type DeletedRecord } from '../execution/writes/record-deletion.js';
import type { ColumnValues } from '../execution/writes/record-writer.js';
import type { CompiledColumn } from '../registry/compiled-resource.js';
import { RecordFiles } from '../storage/record-files.js';
import { columnsOf, type ActionTarget } from './action-targets.js';
import { asColumns, asProperties, changedFrom, keyIn, verifyComplete, verifyKeepsKey } from './column-values.js';
import { discardImages } from './discard-images.js';
import { eventOf, ResourceEvents, type ResourceEvent } from './resource-events.js';
import { explainBulkFault, explainDeletionFault } from './write-faults.js';
import { writeRequest, type WriteSubject } from './write-request.js';

type Properties = Record<string, unknown>;

/** What records are to become: all of them the same, or what is said of each. */
export type Changes = object | ChangesOfEach;
type ChangesOfEach = (record: never) => object;
const isOfEach = (changes: Changes): changes is ChangesOfEach => typeof changes === 'function';

/** A record that is to change, and as it was. */
export interface RecordBefore {
  readonly record: object;
  readonly before: object;
}
/** What became of it: the columns that differ now, and none where nothing does. */
export interface RecordAfter extends RecordBefore {
  readonly changed: ColumnValues;
}

/**
 * Changes to many records inside a transaction that somebody else began: hooks, one statement for all of them, files,
 * and the events that wait for the commit. Rows of the log are for who calls.
 *
 * @contract C4.5, C4.6
 */
@Injectable()
export class ActionChanges {
  private readonly dialect: Dialect;
  private readonly writer: BulkWriter;

  constructor(
    @Inject(DATABASE) database: Database,
    private readonly entities: EntityReader,
    private readonly deletion: RecordDeletion,
    private readonly files: RecordFiles,
    private readonly events: ResourceEvents,
  ) {
    this.dialect = dialects[database.dialect];
    this.writer = new BulkWriter(this.dialect);
  }

  /** Writes to the records where they differ; they then hold what was written. */
  async update(
    subject: WriteSubject,
    target: ActionTarget,
    records: readonly RecordBefore[],
    changes: Changes,
  ): Promise<readonly RecordAfter[]> {
    const { transaction } = subject;
    const hooks = target.resource?.hooks;
    const givenTo = columnsGivenBy(changes, target);
    const written = new Map<Key, ColumnValues>();
    const outcomes: RecordAfter[] = [];
    for (const each of records) {
      const given = givenTo(each.record);
      const values = hooks?.updating ? await this.askUpdating(subject, target, each, given) : given;
      const changed = changedFrom(each.before, values);
      if (changed.size > 0) written.set(keyIn(each.record, target), values);
      outcomes.push({ changed, ...each });
    }
    const filled = await explained(this.writer.update(transaction, target, written), explainBulkFault);
    const differing = outcomes.filter(({ changed }) => changed.size > 0);
    for (const { record, before, changed } of differing) {
      const values = written.get(keyIn(record, target))!;
      setColumns(record, filled);
      setColumns(record, values);
      if (target.resource) discardImages(this.files, transaction, target.resource, before, changed);
      if (hooks?.updated) await hooks.updated(writeRequest(subject), record);
    }
    this.tell(
      subject,
      target,
      'updated',
      differing.map(({ record }) => record),
    );
    return outcomes;
  }

  /** Deletes the records with what hangs on them, and their files. Gives what hung on them. */
  async delete(
    subject: WriteSubject,
    target: ActionTarget,
    records: readonly object[],
  ): Promise<readonly DeletedRecord[]> {
    const { resource } = target;
    if (!resource)
      throw new TypeError(`${target.table.entity.name} has no resource; delete its rows by request.manager.`);
    const { deleting, deleted } = resource.hooks;
    if (deleting) for (const record of records) await deleting.call(resource.hooks, writeRequest(subject), record);
    const gone = await explained(this.deletion.delete(subject.transaction, resource, records), explainDeletionFault);
    for (const each of gone) discardImages(this.files, subject.transaction, each.resource, each.record);
    if (deleted) for (const record of records) await deleted.call(resource.hooks, writeRequest(subject), record);
    this.tell(subject, target, 'deleted', records);
    const listed = new Set(records);
    return gone.filter(({ record }) => !listed.has(record));
  }

  /** Gives the records as they were stored, in the order of their keys, and the columns that were given. */
  async store(
    subject: WriteSubject,
    target: ActionTarget,
    rows: readonly object[],
  ): Promise<readonly { readonly record: object; readonly given: readonly CompiledColumn[] }[]> {
    const { resource } = target;
    const values: ColumnValues[] = [];
    for (const row of rows) values.push(await this.askStoring(subject, target, row));
    const keys = await explained(this.writer.insert(subject.transaction, target, values), explainBulkFault);
    const given = new Map(keys.map((key, at) => [String(key), [...values[at]!.keys()]]));
    const records = await this.read(subject.transaction, target, keys);
    if (resource?.hooks.stored)
      for (const record of records) await resource.hooks.stored(writeRequest(subject), record);
    this.tell(subject, target, 'stored', records);
    return records.map((record) => ({ record, given: given.get(String(keyIn(record, target))) ?? [] }));
  }

  /** Whole records, as they are now. */
  async read(transaction: Transaction, target: ActionTarget, keys: readonly Key[]): Promise<readonly object[]> {
    const select = [...target.table.columns.values()];
    const rows = await new LockedRecords(this.dialect, { target, select, condition: EVERYTHING }).listed(
      transaction,
      keys,
    );
    return this.entities.readWhole(target.table, rows);
  }

  private async askUpdating(
    subject: WriteSubject,
    target: ActionTarget,
    { before }: RecordBefore,
    given: ColumnValues,
  ): Promise<ColumnValues> {
    const properties = asProperties(given);
    await target.resource!.hooks.updating!(writeRequest(subject), properties, before);
    const values = asColumns(target, properties);
    verifyKeepsKey(target, values);
    return values;
  }

  private async askStoring(subject: WriteSubject, target: ActionTarget, row: object): Promise<ColumnValues> {
    const { resource } = target;
    const properties = asProperties(columnsOf(target, row));
    await resource?.hooks.storing?.(writeRequest(subject), properties);
    const values = asColumns(target, properties);
    if (resource) verifyComplete(resource, values);
    return values;
  }

  private tell(
    { transaction, request }: WriteSubject,
    target: ActionTarget,
    name: ResourceEvent['name'],
    records: readonly object[],
  ): void {
    const { resource } = target;
    if (!resource || records.length === 0) return;
    transaction.afterCommit(() => {
      for (const record of records) this.events.emit(eventOf(resource, name, record, request.user));
    });
  }
}

/** What is the same for all is looked at once. @throws TypeError for the key, or a value that is none of its column */
function columnsGivenBy(changes: Changes, target: ActionTarget): (record: object) => ColumnValues {
  const given = (properties: object) => {
    const columns = columnsOf(target, properties);
    verifyKeepsKey(target, columns);
    // A hook may still change what is given: then it is looked at behind the hook.
    return target.resource?.hooks.updating ? columns : asColumns(target, asProperties(columns));
  };
  if (isOfEach(changes)) return (record) => given(changes(record as never));
  const columns = given(changes);
  return () => columns;
}

function setColumns(record: object, values: ColumnValues): void {
  for (const [{ property }, value] of values) (record as Properties)[property] = value;
}

async function explained<Result>(work: Promise<Result>, explain: (error: unknown) => unknown): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw explain(error);
  }
}
