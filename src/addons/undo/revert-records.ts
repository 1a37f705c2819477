import { Injectable } from '@nestjs/common';
import { authorizeRecord, authorizeStore } from '../../pipeline/authorization/authorize-write.js';
import {
  EVERYTHING,
  type ResolvedCondition,
} from '../../pipeline/authorization/resolved-condition.js';
import { shownOf } from '../../pipeline/authorization/shown-records.js';
import type { ExactRow } from '../../database/write/exact-rows.js';
import { RecordLocks } from '../../database/write/record-locks.js';
import { columnsFilledBy } from '../../database/values/filled-columns.js';
import type { ColumnValues } from '../../database/write/record-writer.js';
import type {
  CompiledColumn,
  CompiledResource,
} from '../../registry/resources/compiled-resource.js';
import type { Change } from '../../modules/action-log/change-log.js';
import { targetOf } from '../../modules/records/writing/change-targets.js';
import {
  asProperties,
  changedColumns,
  keyIn,
} from '../../modules/records/lookups/column-values.js';
import { copyOf } from '../../modules/records/writing/locked-record.js';
import {
  deletedChange,
  storedChange,
  updatedChange,
} from '../../modules/records/writing/logged-changes.js';
import { RecordChanges } from '../../modules/records/writing/record-changes.js';
import type { WriteSubject } from '../../modules/records/writing/write-request.js';
import { valuesAfter, valuesBefore, type LoggedChange } from './logged-change.js';
import { maintained } from './maintained-columns.js';
import { RestoredRows } from './restored-rows.js';
import { differences, missing, restoredAlready } from './revert-conflicts.js';
import { RevertedValues } from './reverted-values.js';
import { inverseRequest, type RevertGroup, type RunningRevert } from './revert-group.js';

/** The values of a record for hooks and the log, and its columns as they are written. */
interface RestoredValues {
  readonly values: ColumnValues;
  readonly restored: ExactRow;
}

/** A change whose record is as the change left it. */
interface UnchangedRecord {
  readonly change: LoggedChange;
  readonly record: object;
}

/**
 * Reverts changes of records: sets updated values back, deletes stored records, and stores deleted
 * records again. Each needs the rights of the inverse operation, and returns the changes to log.
 *
 * @contract C15.1, C15.2
 */
@Injectable()
export class RevertRecords {
  constructor(
    private readonly locks: RecordLocks,
    private readonly changes: RecordChanges,
    private readonly rows: RestoredRows,
    private readonly values: RevertedValues,
  ) {}

  /** @throws RequestError `unauthorized`, `validation_failed`, `revert_unavailable` */
  async updated(running: RunningRevert, group: RevertGroup): Promise<readonly Change[]> {
    const { resource } = group;
    const { authorizer } = running.context;
    const unchanged = await this.unchanged(running, group);
    for (const { record } of unchanged)
      await authorizeRecord(authorizer, resource, 'update', record);
    const writes = unchanged.map(({ change, record }) => ({ change, before: record }));
    await this.values.verify(running, group, 'update', writes);
    const restored = await this.restoredOf(
      running,
      group,
      unchanged.map(({ change }) => change),
      (change) => withoutVersion(valuesBefore(change)),
    );
    const updates = unchanged.map(({ record: before }, at) => ({
      ...{ record: copyOf(before), before },
      ...restored[at]!,
    }));
    const updated = await this.changes.update(
      subjectOf(running, group, 'update'),
      targetOf(resource),
      updates,
    );
    return updated.flatMap((each) => updatedChange(resource, each));
  }

  /** @throws RequestError `unauthorized`, `revert_unavailable` */
  async stored(running: RunningRevert, group: RevertGroup): Promise<readonly Change[]> {
    const { resource } = group;
    const unchanged = await this.unchanged(running, group);
    const records = unchanged.map(({ record }) => record);
    for (const record of records)
      await authorizeRecord(running.context.authorizer, resource, 'delete', record);
    const { listed, dependents } = await this.changes.delete(
      subjectOf(running, group, 'delete'),
      targetOf(resource),
      records,
    );
    return [...listed, ...dependents].map(deletedChange);
  }

  /** @throws RequestError `unauthorized`, `validation_failed`, `revert_unavailable` */
  async deleted(running: RunningRevert, group: RevertGroup): Promise<readonly Change[]> {
    const { resource } = group;
    await authorizeStore(running.context.authorizer, resource);
    return resource.table.deletedAt
      ? this.unmark(running, group, resource.table.deletedAt)
      : this.storeAgain(running, group);
  }

  private async storeAgain(running: RunningRevert, group: RevertGroup): Promise<readonly Change[]> {
    const { resource, changes } = group;
    const { conflicts } = running;
    const existing = await this.lock(running, group, EVERYTHING);
    const gone = changes.filter(({ key }) => !existing.has(String(key)));
    for (const change of changes)
      if (existing.has(String(change.key))) conflicts.add(change, restoredAlready);
    if (gone.length === 0) return [];
    const writes = gone.map((change) => ({ change, before: null }));
    await this.values.verify(running, group, 'store', writes);
    const storable = await this.rows.storable(running, resource, gone);
    if (storable.length === 0) return [];
    const rows = await this.restoredOf(running, group, storable, withKey);
    const subject = subjectOf(running, group, 'store');
    const stored = await this.changes.store(subject, targetOf(resource), rows);
    await this.rows.restoreAlong(running, resource, storable);
    return stored.map((each) => storedChange(resource, each));
  }

  /** Restores records that were only marked as deleted. @contract C4.5 */
  private async unmark(
    running: RunningRevert,
    group: RevertGroup,
    deletedAt: CompiledColumn,
  ): Promise<readonly Change[]> {
    const { resource, changes } = group;
    const marked = await this.lock(running, group, EVERYTHING);
    const writes = changes.flatMap((change) => {
      const before = marked.get(String(change.key));
      const isMarked = before && valueIn(before, deletedAt) !== null;
      if (!isMarked) running.conflicts.add(change, before ? restoredAlready : missing);
      return isMarked ? [{ change, before }] : [];
    });
    await this.values.verify(running, group, 'store', writes);
    const updates = writes.map(({ change, before }) => ({
      record: copyOf(before),
      before,
      ...unmarked(resource, deletedAt, change),
    }));
    const subject = subjectOf(running, group, 'store');
    const updated = await this.changes.update(subject, targetOf(resource), updates);
    return updated.map(({ record, changed }) =>
      storedChange(resource, { record, given: [...changed.keys()] }),
    );
  }

  /** Returns the old values of records, without the paths of files that no longer exist. */
  private async restoredOf(
    running: RunningRevert,
    { resource }: RevertGroup,
    changes: readonly LoggedChange[],
    valuesOf: (change: LoggedChange) => ColumnValues,
  ): Promise<readonly RestoredValues[]> {
    const rows = changes.map((change) => ({ change, row: change.snapshot.row! }));
    const restored = await this.rows.withFiles(running, resource.table.name, rows);
    return rows.map(({ change, row: kept }, at) => {
      const row = restored[at]!;
      const isLost = ({ name }: CompiledColumn) => row[name] === null && kept[name] !== null;
      const values = [...valuesOf(change)].map(
        ([column, value]) => [column, isLost(column) ? null : value] as const,
      );
      return { values: new Map(values), restored: row };
    });
  }

  /** Returns the changes whose records are as the change left them; the others are conflicts. */
  private async unchanged(
    running: RunningRevert,
    group: RevertGroup,
  ): Promise<readonly UnchangedRecord[]> {
    const { resource, changes } = group;
    const { authorizer } = running.context;
    const locked = await this.lock(running, group, authorizer.scope(resource));
    const shown = new Set(await shownOf(authorizer, resource, [...locked.values()]));
    return changes.flatMap((change): readonly UnchangedRecord[] => {
      const record = locked.get(String(change.key));
      if (!record || !shown.has(record)) return addConflict(running, change, missing);
      const after = valuesAfter(change);
      const compared = [...after.keys()].filter(({ filledBy }) => !maintained.has(filledBy));
      const written = asProperties(after);
      const differing = changedColumns(compared, record, written);
      if (differing.length === 0) return [{ change, record }];
      return addConflict(running, change, differences(resource, differing, record, written));
    });
  }

  /** Locks the records of a group that exist inside the scope. Returns them by their keys. */
  private async lock(
    { transaction }: RunningRevert,
    { resource, changes }: RevertGroup,
    condition: ResolvedCondition,
  ): Promise<ReadonlyMap<string, object>> {
    const keys = changes.map(({ key }) => key);
    const records = await this.locks.lock(transaction, resource, keys, condition, 'change');
    return new Map(records.map((record) => [String(keyIn(record, resource)), record]));
  }
}

const subjectOf = (
  running: RunningRevert,
  { resource, changes }: RevertGroup,
  operation: 'store' | 'update' | 'delete',
): WriteSubject => ({
  transaction: running.transaction,
  request: inverseRequest(
    running,
    resource,
    operation,
    changes.length === 1 && operation !== 'store' ? String(changes[0]!.key) : null,
  ),
});

function addConflict(
  { conflicts }: RunningRevert,
  change: LoggedChange,
  errors: Parameters<RunningRevert['conflicts']['add']>[1],
): readonly never[] {
  conflicts.add(change, errors);
  return [];
}

/** A version never returns to an earlier number, so that no two states share one. */
const withoutVersion = (values: ColumnValues): ColumnValues =>
  new Map([...values].filter(([{ filledBy }]) => filledBy !== 'version'));

const withKey = (change: LoggedChange): ColumnValues =>
  new Map<CompiledColumn, unknown>([
    ...valuesBefore(change),
    [change.resource.keyColumn, change.key],
  ]);

/** Returns the columns that a deletion by mark has written, as they were. */
function unmarked(
  { table }: CompiledResource,
  deletedAt: CompiledColumn,
  change: LoggedChange,
): RestoredValues {
  const written = new Set([deletedAt, ...columnsFilledBy(table, 'updated')]);
  const row = change.snapshot.row!;
  return {
    values: new Map([...valuesBefore(change)].filter(([column]) => written.has(column))),
    restored: Object.fromEntries([...written].map(({ name }) => [name, row[name] ?? null])),
  };
}

const valueIn = (record: object, { property }: CompiledColumn): unknown =>
  (record as Readonly<Record<string, unknown>>)[property];
