import type { DeletedRecord } from '../../execution/writes/record-deletion.js';
import type { ColumnValues } from '../../execution/writes/record-writer.js';
import type {
  CompiledAction,
  CompiledColumn,
  CompiledResource,
} from '../../registry/compiled-resource.js';
import type { ClassOf } from '../../types/compile-time.js';
import type { Change, ChangeLog } from '../action-log/change-log.js';
import {
  columnsOf,
  targetOf,
  type ChangeTarget,
  type ChangeTargets,
} from '../records/writing/change-targets.js';
import {
  changedFrom,
  keyIn,
  verifyColumns,
  verifyKeepsKey,
} from '../records/writing/column-values.js';
import {
  changeOf,
  deletedChange,
  storedChange,
  updatedChange,
} from '../records/writing/logged-changes.js';
import type { RecordChanges } from '../records/writing/record-changes.js';
import { explainBulkFault, explainDeletionFault } from '../records/writing/write-faults.js';
import type { WriteSubject } from '../records/writing/write-request.js';
import type { ReceivedRecords } from './action-records.js';
import { LogAtOnce } from './log-at-once.js';

type Properties = Readonly<Record<string, unknown>>;

/** New values for records: the same for all, or a function of the record. */
export type Changes = object | ChangesOfEach;
type ChangesOfEach = (record: never) => object;
const isOfEach = (changes: Changes): changes is ChangesOfEach => typeof changes === 'function';

/** The services that write for a handler. */
export interface ActionTools {
  readonly changes: RecordChanges;
  readonly targets: ChangeTargets;
  readonly log: ChangeLog;
}

/** What a handler did to a record that it received. */
interface Fate {
  readonly original: object;
  readonly changed: Set<CompiledColumn>;
  isDeleted: boolean;
  /** The place of its last write among those of the handler; 0 without any. */
  writtenAt: number;
  /** The rows that were deleted or changed with it. */
  along: DeletedRecord['along'];
}

/** A change of a record that the handler did not receive. */
interface OtherChange {
  readonly change: Change;
  readonly writtenAt: number;
}

/**
 * The writes of a handler in one chunk. The log gets a row for each record that the handler
 * received, and one for each other record that it wrote.
 *
 * @contract C8.1
 */
export class ActionWrites {
  private readonly fates = new Map<object, Fate>();
  private readonly others: OtherChange[] = [];
  private readonly atOnce: LogAtOnce;
  private hasWritten = false;
  private writes = 0;
  /** Whether records were stored or deleted. */
  private movesRecords = false;

  constructor(
    private readonly tools: ActionTools,
    private readonly subject: WriteSubject,
    private readonly action: CompiledAction,
    private readonly resource: CompiledResource,
    private readonly received: ReceivedRecords,
  ) {
    this.atOnce = new LogAtOnce(tools.log, subject, action, resource, received);
  }

  async update(records: readonly object[], changes: Changes): Promise<void> {
    if (records.length === 0) return;
    const isFirst = await this.beginWrite();
    const target = this.tools.targets.ofRecords(records);
    const valuesOf = valuesGivenBy(changes, target);
    const updates = records.map((record) => ({
      record,
      before: this.beforeOf(record),
      values: valuesOf(record),
    }));
    const updated = await explained(
      this.tools.changes.update(this.subject, target, updates, (changed) =>
        isFirst ? this.atOnce.of(target, changed) : null,
      ),
      explainBulkFault,
    );
    const writtenAt = ++this.writes;
    for (const outcome of updated) {
      const fate = this.fateOf(outcome.record);
      if (fate) {
        fate.writtenAt = writtenAt;
        for (const column of outcome.changed.keys()) fate.changed.add(column);
      } else if (target.resource) this.note(writtenAt, updatedChange(target.resource, outcome));
    }
  }

  async delete(records: readonly object[]): Promise<void> {
    if (records.length === 0) return;
    await this.beginWrite();
    const target = this.tools.targets.ofRecords(records);
    const known = records.map((record) => ({ record, before: this.beforeOf(record) }));
    this.movesRecords = true;
    const deleting = this.tools.changes.delete(this.subject, target, records);
    const { listed, dependents } = await explained(deleting, explainDeletionFault);
    const writtenAt = ++this.writes;
    for (const [at, { record, before }] of known.entries()) {
      const fate = this.fateOf(record);
      const { along } = listed[at]!;
      if (fate) Object.assign(fate, { isDeleted: true, along, writtenAt });
      else this.note(writtenAt, [deletedChange({ ...listed[at]!, record: before })]);
    }
    this.note(writtenAt, dependents.map(deletedChange));
  }

  async store(entity: ClassOf, rows: readonly object[]): Promise<object[]> {
    if (rows.length === 0) return [];
    await this.beginWrite();
    this.movesRecords = true;
    const target = this.tools.targets.of(entity);
    const values = rows.map((row) => ({ values: columnsOf(target, row) }));
    const stored = await explained(
      this.tools.changes.store(this.subject, target, values),
      explainBulkFault,
    );
    const { resource } = target;
    const writtenAt = ++this.writes;
    if (resource)
      this.note(
        writtenAt,
        stored.map((each) => storedChange(resource, each)),
      );
    return stored.map(({ record }) => record);
  }

  /** Reads the received records again to detect writes that bypassed this class. */
  async detectOtherWrites(): Promise<void> {
    await this.atOnce.withdraw();
    const { transaction } = this.subject;
    const kept = this.received.records.filter((record) => !this.fates.get(record)?.isDeleted);
    const keys = kept.map((record) => keyIn(this.received.originalOf(record)!, this.resource));
    const now = await this.tools.changes.read(transaction, targetOf(this.resource), keys);
    const byKey = new Map(now.map((record) => [keyIn(record, this.resource), record]));
    kept.forEach((record, at) => this.compare(record, byKey.get(keys[at]!)));
  }

  /**
   * Returns the changes to log, except those of resources without a log, and those that are in the
   * log already: those of the received
   * records first, unless records were stored or deleted. Then all are in the order in which they
   * happened, so that a revert in the reverse order violates no foreign key.
   */
  loggedChanges(): readonly Change[] {
    const isLogged = this.resource.options.logged && !this.atOnce.isWritten;
    const received = isLogged ? this.received.records : [];
    const changes = received.map((record) => ({
      change: this.loggedChange(record),
      writtenAt: this.fates.get(record)?.writtenAt ?? 0,
    }));
    const all = [...changes, ...this.others];
    if (this.movesRecords) all.sort((one, other) => one.writtenAt - other.writtenAt);
    return all.map(({ change }) => change);
  }

  /** Returns whether the write is the handler's first. */
  private async beginWrite(): Promise<boolean> {
    const isFirst = !this.hasWritten;
    this.hasWritten = true;
    await this.atOnce.withdraw();
    return isFirst;
  }

  private note(writtenAt: number, changes: readonly Change[]): void {
    this.others.push(...changes.map((change) => ({ change, writtenAt })));
  }

  private compare(record: object, now: object | undefined): void {
    const fate = this.fateOf(record)!;
    fate.isDeleted = now === undefined;
    if (!now) return;
    const { columns } = this.resource.table;
    const maintained = new Set(['updated', 'version']);
    const own = [...columns.values()].filter(
      ({ filledBy }) => filledBy === null || !maintained.has(filledBy),
    );
    const values = new Map(own.map((column) => [column, (now as Properties)[column.property]]));
    for (const [column, value] of changedFrom(fate.original, values)) {
      fate.changed.add(column);
      (record as Record<string, unknown>)[column.property] = value;
    }
  }

  private loggedChange(record: object): Change {
    const { resource } = this;
    const { uriKey } = this.action;
    const original = this.received.originalOf(record)!;
    const { changed = NONE, isDeleted = false, along = [] } = this.fates.get(record) ?? {};
    if (isDeleted)
      return {
        ...deletedChange({ resource, record: original, along }),
        name: uriKey,
      };
    return changeOf(resource, uriKey, original, record, changed);
  }

  /**
   * Returns a received record as it was read, and any other record as it is before the write.
   */
  private beforeOf(record: object): object {
    return this.fateOf(record)?.original ?? { ...record };
  }

  private fateOf(record: object): Fate | undefined {
    const known = this.fates.get(record);
    if (known) return known;
    const original = this.received.originalOf(record);
    if (!original) return undefined;
    const changed = new Set<CompiledColumn>();
    const fate = { original, changed, isDeleted: false, writtenAt: 0, along: [] };
    this.fates.set(record, fate);
    return fate;
  }
}

const NONE: ReadonlySet<CompiledColumn> = new Set();

/**
 * Returns the function that gives each record's values. Values that are the same for all are
 * checked once.
 *
 * @throws TypeError if the key would change, RequestError `validation_failed` for a value that does
 * not fit its column
 */
function valuesGivenBy(changes: Changes, target: ChangeTarget): (record: object) => ColumnValues {
  const given = (properties: object) => {
    const columns = columnsOf(target, properties);
    verifyKeepsKey(target, columns);
    // The hook may still change the values, so they are checked after it.
    return target.resource?.hooks.updating ? columns : verifyColumns(target, columns);
  };
  if (isOfEach(changes)) return (record) => given(changes(record as never));
  const columns = given(changes);
  return () => columns;
}

async function explained<Result>(
  work: Promise<Result>,
  explain: (error: unknown) => unknown,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw explain(error);
  }
}
