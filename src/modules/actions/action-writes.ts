import type { ExactRow } from '../../database/write/exact-rows.js';
import type { DeletedRecord } from '../../database/write/record-deletion.js';
import type { ColumnValues } from '../../database/write/record-writer.js';
import type {
  CompiledAction,
  CompiledColumn,
  CompiledResource,
} from '../../registry/resources/compiled-resource.js';
import type { ClassOf } from '../../base/types/compile-time.js';
import type { Change } from '../action-log/change-log.js';
import {
  columnsOf,
  targetOf,
  type ChangeTarget,
  type ChangeTargets,
} from '../records/writing/change-targets.js';
import {
  asColumns,
  asProperties,
  changedFrom,
  keyIn,
  verifyKeepsKey,
} from '../records/lookups/column-values.js';
import type { KeptRows } from '../records/writing/kept-rows.js';
import {
  changeOf,
  deletedChange,
  storedChange,
  updatedChange,
} from '../records/writing/logged-changes.js';
import type { RecordChanges } from '../records/writing/record-changes.js';
import type { RefusedStatement, WriteFaults } from '../records/writing/write-faults.js';
import type { WriteSubject } from '../records/writing/write-request.js';
import type { ReceivedRecords } from './action-records.js';

type Properties = Readonly<Record<string, unknown>>;

/** New values for records: the same for all, or a function of the record. */
export type Changes = object | ChangesOfEach;
type ChangesOfEach = (record: never) => object;
const isOfEach = (changes: Changes): changes is ChangesOfEach => typeof changes === 'function';

/** The services that write for a handler. */
export interface HandlerServices {
  readonly changes: RecordChanges;
  readonly kept: KeptRows;
  readonly targets: ChangeTargets;
  readonly faults: WriteFaults;
}

/** What a handler did to a record that it received. */
interface Fate {
  readonly original: object;
  readonly changed: Set<CompiledColumn>;
  isDeleted: boolean;
  /** What it takes to store it again. */
  loss: DeletedRecord['loss'];
}

/**
 * The writes of a handler in one chunk. The log gets a row for each record that the handler
 * received, and one for each other record that it wrote.
 *
 * @contract C8.1
 */
export class ActionWrites {
  private readonly fates = new Map<object, Fate>();
  private readonly others: Change[] = [];
  /** The received records as the database had them, if changes can be reverted. */
  private readonly rows = new Map<object, ExactRow>();

  constructor(
    private readonly tools: HandlerServices,
    private readonly subject: WriteSubject,
    private readonly action: CompiledAction,
    private readonly resource: CompiledResource,
    private readonly received: ReceivedRecords,
  ) {}

  /** Reads what a revert needs, before the handler runs. @contract C15.1 */
  async begin(): Promise<void> {
    const { records } = this.received;
    const rows = await this.tools.kept.of(this.subject.transaction, this.resource, records);
    for (const [at, row] of rows.entries()) this.rows.set(records[at]!, row);
  }

  async update(records: readonly object[], changes: Changes): Promise<void> {
    if (records.length === 0) return;
    const target = this.tools.targets.ofRecords(records);
    const valuesOf = valuesGivenBy(changes, target);
    const updates = records.map((record) => ({
      record,
      before: this.beforeOf(record),
      values: valuesOf(record),
      row: this.rows.get(record),
    }));
    const written = updates.map(({ values }) => values);
    const updating = this.tools.changes.update(this.subject, target, updates);
    const updated = await this.explained(updating, target, written, records.length);
    for (const outcome of updated) {
      const fate = this.fateOf(outcome.record);
      if (fate) for (const column of outcome.changed.keys()) fate.changed.add(column);
      else if (target.resource) this.others.push(...updatedChange(target.resource, outcome));
    }
  }

  async delete(records: readonly object[]): Promise<void> {
    if (records.length === 0) return;
    const target = this.tools.targets.ofRecords(records);
    const known = records.map((record) => ({ record, before: this.beforeOf(record) }));
    const deleting = this.tools.changes.delete(this.subject, target, records);
    const { listed, dependents } = await this.explained(deleting, target, [], records.length);
    for (const [at, { record, before }] of known.entries()) {
      const fate = this.fateOf(record);
      const { resource, loss } = listed[at]!;
      if (fate) Object.assign(fate, { isDeleted: true, loss });
      else this.others.push(deletedChange({ resource, record: before, loss }));
    }
    this.others.push(...dependents.map(deletedChange));
  }

  async store(entity: ClassOf, rows: readonly object[]): Promise<object[]> {
    if (rows.length === 0) return [];
    const target = this.tools.targets.of(entity);
    const values = rows.map((row) => ({ values: columnsOf(target, row) }));
    const written = values.map((each) => each.values);
    const storing = this.tools.changes.store(this.subject, target, values);
    const stored = await this.explained(storing, target, written, rows.length);
    const { resource } = target;
    if (resource) this.others.push(...stored.map((each) => storedChange(resource, each)));
    return stored.map(({ record }) => record);
  }

  /** Reads the received records again to detect writes that bypassed this class. */
  async detectOtherWrites(): Promise<void> {
    const { transaction } = this.subject;
    const kept = this.received.records.filter((record) => !this.fates.get(record)?.isDeleted);
    const keys = kept.map((record) => keyIn(this.received.originalOf(record)!, this.resource));
    const now = await this.tools.changes.read(transaction, targetOf(this.resource), keys);
    const byKey = new Map(now.map((record) => [keyIn(record, this.resource), record]));
    kept.forEach((record, at) => this.compare(record, byKey.get(keys[at]!)));
  }

  /** Returns the changes to log, except those of resources without a log. */
  loggedChanges(): readonly Change[] {
    const received = this.resource.options.logged ? this.received.records : [];
    return [...received.map((record) => this.loggedChange(record)), ...this.others];
  }

  /** Explains an error of the database by what was written. */
  private async explained<Result>(
    work: Promise<Result>,
    { table }: ChangeTarget,
    written: RefusedStatement['written'],
    records: number,
  ): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      const resource = table === this.resource.table ? this.resource : null;
      throw await this.tools.faults.ofStatement(error, { table, resource, written, records });
    }
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
    const { changed = NONE, isDeleted = false, loss: known = null } = this.fates.get(record) ?? {};
    const row = this.rows.get(record) ?? null;
    if (!isDeleted) return changeOf(resource, uriKey, { before: original, record, row }, changed);
    const loss = known ?? (row && this.tools.kept.lossOf(resource, row));
    return { ...deletedChange({ resource, record: original, loss }), name: uriKey };
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
    const fate = { original, changed: new Set<CompiledColumn>(), isDeleted: false, loss: null };
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
    return target.resource?.hooks.updating ? columns : asColumns(target, asProperties(columns));
  };
  if (isOfEach(changes)) return (record) => given(changes(record as never));
  const columns = given(changes);
  return () => columns;
}
