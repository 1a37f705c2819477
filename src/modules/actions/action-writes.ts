import type { ColumnValues } from '../../database/write/record-writer.js';
import type {
  CompiledAction,
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
  changedFrom,
  convertAll,
  keyIn,
  verifyKeepsKey,
} from '../records/lookups/column-values.js';
import type { KeptRows } from '../records/lookups/kept-rows.js';
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
import { RecordFates } from './record-fates.js';

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

/**
 * The writes of a handler in one chunk. The log gets a row for each record that the handler
 * received, and one for each other record that it wrote.
 *
 * @contract C8.1
 */
export class ActionWrites {
  private readonly fates: RecordFates;
  private readonly others: Change[] = [];

  constructor(
    private readonly tools: HandlerServices,
    private readonly subject: WriteSubject,
    private readonly action: CompiledAction,
    private readonly resource: CompiledResource,
    private readonly received: ReceivedRecords,
  ) {
    this.fates = new RecordFates(received);
  }

  async update(records: readonly object[], changes: Changes): Promise<void> {
    if (records.length === 0) return;
    const target = this.tools.targets.ofRecords(records);
    const valuesOf = valuesGivenBy(changes, target);
    const updates = records.map((record) => ({
      record,
      before: this.fates.beforeOf(record),
      values: valuesOf(record),
      row: this.fates.find(record)?.row ?? null,
    }));
    const written = updates.map(({ values }) => values);
    const updating = this.tools.changes.update(this.subject, target, updates);
    const updated = await this.explained(updating, target, written, records.length);
    for (const outcome of updated) {
      const fate = this.fates.find(outcome.record);
      if (fate) this.fates.addChanges(fate, outcome.changed);
      else if (target.resource) this.others.push(...updatedChange(target.resource, outcome));
    }
  }

  async delete(records: readonly object[]): Promise<void> {
    if (records.length === 0) return;
    const target = this.tools.targets.ofRecords(records);
    const known = records.map((record) => ({ record, before: this.fates.beforeOf(record) }));
    const deleting = this.tools.changes.delete(this.subject, target, records);
    const { listed, dependents } = await this.explained(deleting, target, [], records.length);
    for (const [at, { record, before }] of known.entries()) {
      const fate = this.fates.find(record);
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
    const kept = this.received.records.filter((record) => !this.fates.find(record)!.isDeleted);
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
    const fate = this.fates.find(record)!;
    fate.isDeleted = now === undefined;
    if (!now) return;
    const { columns } = this.resource.table;
    const maintained = new Set(['updated', 'version']);
    const own = [...columns.values()].filter(
      ({ filledBy }) => filledBy === null || !maintained.has(filledBy),
    );
    const values = new Map(own.map((column) => [column, (now as Properties)[column.property]]));
    const changed = changedFrom(fate.original, values);
    for (const [{ property }, value] of changed)
      (record as Record<string, unknown>)[property] = value;
    this.fates.addChanges(fate, changed);
  }

  private loggedChange(record: object): Change {
    const { resource } = this;
    const { uriKey } = this.action;
    const fate = this.fates.find(record)!;
    const { original, row, changed, isDeleted, loss: known } = fate;
    if (!isDeleted)
      return changeOf(resource, uriKey, { before: original, record, row }, changed.keys());
    const loss = known ?? (row && this.tools.kept.lossOf(resource, row));
    return { ...deletedChange({ resource, record: original, loss }), name: uriKey };
  }
}

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
    return target.resource?.hooks.updating ? columns : convertAll(target, columns);
  };
  if (isOfEach(changes)) return (record) => given(changes(record as never));
  const columns = given(changes);
  return () => columns;
}
