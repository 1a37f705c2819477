import type { ClassOf } from '../definition/types.js';
import type { CompiledAction, CompiledColumn, CompiledResource } from '../registry/compiled-resource.js';
import type { ActionChanges, Changes, RecordBefore } from './action-changes.js';
import type { ReceivedRecords } from './action-records.js';
import type { ActionTarget, ActionTargets } from './action-targets.js';
import type { Change } from './change-log.js';
import { byField, changedFrom, keyIn } from './column-values.js';
import { deletionOf } from './record-changes.js';
import type { WriteSubject } from './write-request.js';

type Properties = Readonly<Record<string, unknown>>;

/** What handlers write by. */
export interface ActionTools {
  readonly changes: ActionChanges;
  readonly targets: ActionTargets;
}

/** What a handler did to a record that it was given. */
interface Fate {
  readonly original: object;
  readonly changed: Set<CompiledColumn>;
  isDeleted: boolean;
}

/**
 * What a handler writes in one chunk, and what the log is to tell of it: a row for each record that it was given, and
 * one for each other record that it wrote to.
 *
 * @contract C8.1
 */
export class ActionWrites {
  private readonly fates = new Map<object, Fate>();
  private readonly others: Change[] = [];

  constructor(
    private readonly tools: ActionTools,
    private readonly subject: WriteSubject,
    private readonly action: CompiledAction,
    private readonly resource: CompiledResource,
    private readonly received: ReceivedRecords,
  ) {}

  async update(records: readonly object[], changes: Changes): Promise<void> {
    if (records.length === 0) return;
    const target = this.tools.targets.ofRecords(records);
    const known = records.map((record): RecordBefore => ({ record, before: this.beforeOf(record) }));
    for (const { record, before, changed } of await this.tools.changes.update(this.subject, target, known, changes)) {
      const fate = this.fateOf(record);
      if (fate) for (const column of changed.keys()) fate.changed.add(column);
      else if (changed.size > 0) this.note('Updated', target, record, before, changed.keys());
    }
  }

  async delete(records: readonly object[]): Promise<void> {
    if (records.length === 0) return;
    const target = this.tools.targets.ofRecords(records);
    const known = records.map((record) => ({ record, before: this.beforeOf(record) }));
    const below = await this.tools.changes.delete(this.subject, target, records);
    for (const { record, before } of known) {
      const fate = this.fateOf(record);
      if (fate) fate.isDeleted = true;
      else this.note('Deleted', target, null, before, target.table.columns.values());
    }
    this.others.push(...below.map(deletionOf));
  }

  async store(entity: ClassOf, rows: readonly object[]): Promise<object[]> {
    if (rows.length === 0) return [];
    const target = this.tools.targets.of(entity);
    const stored = await this.tools.changes.store(this.subject, target, rows);
    for (const { record, given } of stored) this.note('Stored', target, record, null, given);
    return stored.map(({ record }) => record);
  }

  /**
   * Finds out what became of the records by other ways than these: they are read again.
   *
   * @param records those that the handler was given
   */
  async lookAgain(): Promise<void> {
    const { transaction } = this.subject;
    const kept = this.received.records.filter((record) => !this.fates.get(record)?.isDeleted);
    const keys = kept.map((record) => keyIn(this.received.originalOf(record)!, this.resource));
    const target = { ...this.resource, resource: this.resource };
    const now = await this.tools.changes.read(transaction, target, keys);
    const byKey = new Map(now.map((record) => [keyIn(record, this.resource), record]));
    kept.forEach((record, at) => this.compare(record, byKey.get(keys[at]!)));
  }

  /** What the log is to tell: nothing of records whose resource keeps none. */
  told(): readonly Change[] {
    const given = this.resource.options.logged ? this.received.records : [];
    return [...given.map((record) => this.tellOf(record)), ...this.others];
  }

  private compare(record: object, now: object | undefined): void {
    const fate = this.fateOf(record)!;
    fate.isDeleted = now === undefined;
    if (!now) return;
    const { columns } = this.resource.table;
    const maintained = new Set(['updated', 'version']);
    const own = [...columns.values()].filter(({ filledBy }) => filledBy === null || !maintained.has(filledBy));
    const values = new Map(own.map((column) => [column, (now as Properties)[column.property]]));
    for (const [column, value] of changedFrom(fate.original, values)) {
      fate.changed.add(column);
      (record as Record<string, unknown>)[column.property] = value;
    }
  }

  private tellOf(record: object): Change {
    const { resource } = this;
    const { uriKey: name } = this.action;
    const original = this.received.originalOf(record)!;
    const { changed = NONE, isDeleted = false } = this.fates.get(record) ?? {};
    const touched = isDeleted ? [...resource.table.columns.values()] : [...changed];
    return {
      name,
      resource,
      key: keyIn(original, resource),
      original: byField(resource, touched, original),
      changes: isDeleted ? {} : byField(resource, touched, record),
    };
  }

  private note(
    name: 'Stored' | 'Updated' | 'Deleted',
    { resource }: ActionTarget,
    now: object | null,
    before: object | null,
    columns: Iterable<CompiledColumn>,
  ): void {
    if (!resource) return;
    const told = [...columns];
    this.others.push({
      name,
      resource,
      key: keyIn((now ?? before)!, resource),
      original: before ? byField(resource, told, before) : {},
      changes: now ? byField(resource, told, now) : {},
    });
  }

  /** A record that the handler was given, as it was read; another one as it is before it is written. */
  private beforeOf(record: object): object {
    return this.fateOf(record)?.original ?? { ...record };
  }

  private fateOf(record: object): Fate | undefined {
    const known = this.fates.get(record);
    if (known) return known;
    const original = this.received.originalOf(record);
    if (!original) return undefined;
    const fate = { original, changed: new Set<CompiledColumn>(), isDeleted: false };
    this.fates.set(record, fate);
    return fate;
  }
}

const NONE: ReadonlySet<CompiledColumn> = new Set();
