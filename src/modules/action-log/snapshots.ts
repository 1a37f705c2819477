import { Inject, Injectable } from '@nestjs/common';
import {
  DATABASE,
  type Connection,
  type Database,
  type Transaction,
} from '../../execution/database/database.js';
import { dialects } from '../../execution/dialects/index.js';
import type { SqlPart } from '../../execution/sql/compose.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import type { CompiledResource } from '../../registry/compiled-resource.js';
import { ResourceRegistry } from '../../registry/resource-registry.js';
import type { ActionLogSnapshot } from './action-log-snapshot.entity.js';
import type { Change } from './change-log.js';
import { KeptFiles } from './kept-files.js';
import { isInLog } from './logged-values.js';
import type { RowValues, Snapshot } from './snapshot.js';
import { SnapshotCipher } from './snapshot-cipher.js';
import { SnapshotFiles } from './snapshot-files.js';
import { newSnapshotIds } from './snapshot-ids.js';
import { SnapshotRows } from './snapshot-rows.js';

/** A snapshot to store, and the files that it refers to. */
export interface NewSnapshot extends ActionLogSnapshot {
  /** Paths as columns contain them. */
  readonly files: readonly string[];
}

/** The id of a snapshot that is empty, because the log row contains everything. */
export const COMPLETE = '';

/**
 * Keeps what it takes to revert changes, apart from their log rows.
 * @contract C15.3
 */
@Injectable()
export class Snapshots {
  private readonly rows: SnapshotRows;
  private readonly cipher: SnapshotCipher;
  private readonly isOn: boolean;
  private readonly files: SnapshotFiles;

  constructor(
    @Inject(DATABASE) database: Database,
    @Inject(OPTIONS) { appKeys, safeWrites }: ResolvedOptions,
    registry: ResourceRegistry,
    private readonly keptFiles: KeptFiles,
  ) {
    this.files = new SnapshotFiles(registry);
    this.rows = new SnapshotRows(dialects[database.dialect], database.dataSource);
    this.cipher = new SnapshotCipher(appKeys);
    this.isOn = safeWrites.undo;
  }

  /** Whether changes of the resource can be reverted. */
  covers({ options }: CompiledResource): boolean {
    return this.isOn && options.logged === true;
  }

  /** Whether snapshots of the resource's updates are neither encrypted nor refer to files. */
  arePlain(resource: CompiledResource): boolean {
    return !this.cipher.encrypts && !this.refersToFiles(resource);
  }

  /** Whether columns of the resource contain files. */
  refersToFiles({ full: { table } }: CompiledResource): boolean {
    return this.files.areIn(table);
  }

  /** Returns the insert of snapshots for the rows of another part of the statement. */
  insertionFrom(part: string, id: SqlPart | string, content: SqlPart | string): SqlPart {
    return this.rows.insertionFrom(part, id, content);
  }

  /** Deletes snapshots without files. */
  async remove(transaction: Transaction, ids: readonly unknown[]): Promise<void> {
    if (ids.length === 0) return;
    const { sql, values } = this.rows.removal(ids);
    await transaction.query(sql, values);
  }

  /** Returns the snapshot of each change; `null` if the service does not keep one. */
  of(changes: readonly Change[]): readonly (NewSnapshot | null)[] {
    const ids = newSnapshotIds();
    return changes.map((change, at) => this.ofChange(change, () => ids.at(at)));
  }

  private ofChange(
    { resource, snapshot, original, changes }: Change,
    newId: () => string,
  ): NewSnapshot | null {
    if (!snapshot || !this.covers(resource)) return null;
    const { full } = resource;
    const taken = snapshot();
    const { before, after, ...rest } = taken;
    // JSON leaves out what is undefined.
    const kept: { readonly [Member in keyof Snapshot]: Snapshot[Member] | undefined } = {
      ...rest,
      before: before && notIn(full, original, before),
      after: after && notIn(full, changes, after),
    };
    const id = newId();
    const content = this.cipher.encrypt(id, JSON.stringify(kept));
    return { id, content, files: this.files.in(full.table, taken) };
  }

  /** Stores snapshots together with the transaction's next statement, or with its commit. */
  insert(transaction: Transaction, snapshots: readonly NewSnapshot[]): void {
    if (snapshots.length > 0) transaction.later([this.rows.insertion(snapshots)]);
    const files = snapshots.flatMap(({ id: snapshot_id, files: paths }) =>
      paths.map((path) => ({ snapshot_id, path })),
    );
    if (files.length > 0) transaction.later([this.keptFiles.insertion(files)]);
  }

  /** Returns the snapshots that exist, by their ids. @throws RequestError `revert_unavailable` */
  async read(
    connection: Connection,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Snapshot>> {
    const contents = await this.rows.read(connection, ids);
    return new Map(
      [...contents].map(([id, content]) => [
        id,
        JSON.parse(this.cipher.decrypt(id, content)) as Snapshot,
      ]),
    );
  }
}

/** Returns the values that the log row does not contain. */
function notIn(
  resource: CompiledResource,
  logged: Readonly<Record<string, unknown>>,
  values: RowValues,
): RowValues {
  const missing: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(values))
    if (!isInLog(resource, logged, column)) missing[column] = value;
  return missing;
}
