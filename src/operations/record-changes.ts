import { Inject, Injectable } from '@nestjs/common';
import { EVERYTHING } from '../authorization/resolved-condition.js';
import type { Key, ResourceRequest } from '../definition/register.js';
import { DATABASE, type Database, type Transaction } from '../execution/database/database.js';
import { dialects } from '../execution/dialects/index.js';
import { RecordDeletion, type DeletedRecord } from '../execution/writes/record-deletion.js';
import { RecordLocks } from '../execution/writes/record-locks.js';
import { RecordWriter, type ColumnValues } from '../execution/writes/record-writer.js';
import type { CompiledColumn, CompiledResource } from '../registry/compiled-resource.js';
import { RecordFiles } from '../storage/record-files.js';
import type { ValidWrite } from '../validation/validate-write.js';
import { ChangeLog, type Change } from './change-log.js';
import {
  asColumns,
  asProperties,
  byField,
  changedFrom,
  keyIn,
  verifyComplete,
  verifyKeepsKey,
} from './column-values.js';
import { discardImages } from './discard-images.js';
import { eventOf, ResourceEvents, type ResourceEvent } from './resource-events.js';
import { writeRequest } from './write-request.js';

/** The record that a change is about, and the request that makes it, inside one transaction. */
export interface ChangeSubject {
  readonly transaction: Transaction;
  readonly resource: CompiledResource;
  readonly request: ResourceRequest;
}

/**
 * Changes to one record inside a transaction that somebody else began: hooks, the statement, its files, the log, and the
 * event that waits for the commit, always in this order. Who may do it was asked before, and the row is locked.
 *
 * @contract C4.5, C4.6
 */
@Injectable()
export class RecordChanges {
  private readonly writer: RecordWriter;

  constructor(
    @Inject(DATABASE) database: Database,
    private readonly rows: RecordLocks,
    private readonly deletion: RecordDeletion,
    private readonly files: RecordFiles,
    private readonly log: ChangeLog,
    private readonly events: ResourceEvents,
  ) {
    this.writer = new RecordWriter(dialects[database.dialect]);
  }

  /** Gives the new record's key. @throws RequestError `validation_failed` when a column lacks its value */
  async store(subject: ChangeSubject, { values, files }: ValidWrite): Promise<Key> {
    const { transaction, resource } = subject;
    const properties = asProperties(values);
    await resource.hooks.storing?.(writeRequest(subject), properties);
    const columns = asColumns({ table: resource.table, resource }, properties);
    verifyComplete(resource, columns);
    const key = await this.writer.insert(transaction, resource, columns);
    await this.writer.update(transaction, resource, key, await this.storeFiles(subject, key, files));
    const record = await this.read(subject, key);
    await resource.hooks.stored?.(writeRequest(subject), record);
    const changes = byField(resource, columns.keys(), record);
    await this.log.record(transaction, subject.request, { name: 'Stored', resource, key, original: {}, changes });
    this.tell(subject, 'stored', record);
    return key;
  }

  /** Writes what differs from the record; nothing at all is no change, and leaves no trace in the log. */
  async update(subject: ChangeSubject, key: Key, before: object, { values, files }: ValidWrite): Promise<void> {
    const { transaction, resource } = subject;
    const properties = asProperties(values);
    await resource.hooks.updating?.(writeRequest(subject), properties, before);
    const columns = asColumns({ table: resource.table, resource }, properties);
    verifyKeepsKey(resource, columns);
    const paths = await this.storeFiles(subject, key, files);
    const changed = changedFrom(before, new Map([...columns, ...paths]));
    await this.writer.update(transaction, resource, key, changed);
    discardImages(this.files, transaction, resource, before, changed);
    const record = await this.read(subject, key);
    await resource.hooks.updated?.(writeRequest(subject), record);
    if (changed.size === 0) return;
    const original = byField(resource, changed.keys(), before);
    const changes = byField(resource, changed.keys(), record);
    await this.log.record(transaction, subject.request, { name: 'Updated', resource, key, original, changes });
    this.tell(subject, 'updated', record);
  }

  /** Deletes the record with what hangs on it, and their files. */
  async delete(subject: ChangeSubject, record: object): Promise<void> {
    const { transaction, resource, request } = subject;
    await resource.hooks.deleting?.(writeRequest(subject), record);
    const gone = await this.deletion.delete(transaction, resource, [record]);
    for (const each of gone) discardImages(this.files, transaction, each.resource, each.record);
    await resource.hooks.deleted?.(writeRequest(subject), record);
    const below = gone.filter((each) => each.record !== record);
    await this.log.recordAll(transaction, request, [{ resource, record }, ...below].map(deletionOf));
    this.tell(subject, 'deleted', record);
  }

  private async storeFiles(
    { transaction, resource, request }: ChangeSubject,
    key: Key,
    files: ValidWrite['files'],
  ): Promise<ColumnValues> {
    const paths = new Map<CompiledColumn, unknown>();
    for (const [{ column, options }, file] of files) {
      const storeAs = typeof options.storeAs === 'function' ? options.storeAs(request) : (options.storeAs ?? null);
      const place = { resource: resource.key, key: String(key), storeAs };
      const path = await this.files.store(transaction, place, file);
      verifyFits(column, path);
      paths.set(column, path);
    }
    return paths;
  }

  private async read({ transaction, resource }: ChangeSubject, key: Key): Promise<object> {
    return (await this.rows.find(transaction, resource, key, EVERYTHING))!;
  }

  private tell({ transaction, resource, request }: ChangeSubject, name: ResourceEvent['name'], record: object): void {
    transaction.afterCommit(() => this.events.emit(eventOf(resource, name, record, request.user)));
  }
}

/** What the log tells of a record that is gone. Those that hung on it have their own rows. @contract C8.3 */
export const deletionOf = ({ resource, record }: DeletedRecord): Change => ({
  name: 'Deleted',
  resource,
  key: keyIn(record, resource),
  original: byField(resource, resource.table.columns.values(), record),
  changes: {},
});

/** `storeAs` may be a function, so that nothing could be said of its names at boot. @throws TypeError */
function verifyFits({ property, length }: CompiledColumn, path: string): void {
  if (length !== null && path.length > length)
    throw new TypeError(`The path ${path} is longer than ${property} takes; storeAs has to give a shorter name.`);
}
