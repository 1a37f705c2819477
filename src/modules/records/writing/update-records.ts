import { Inject, Injectable } from '@nestjs/common';
import type { Key } from '../../../base/types/register.js';
import { inTurn, whenKnown, type Eventual } from '../../../base/when-known.js';
import {
  DATABASE,
  type Database,
  type Transaction,
} from '../../../database/connection/database.js';
import { dialects } from '../../../database/engines/dialects.js';
import { ExactRows } from '../../../database/write/exact-rows.js';
import {
  RecordWriter,
  type ColumnValues,
  type UpdatedRows,
  type UpdateTerms,
} from '../../../database/write/record-writer.js';
import { writeTogether } from '../../../database/write/refused-rows.js';
import { RowHooks } from '../../../database/write/row-hooks.js';
import type { WriteRequest } from '../../../definition/contracts/hooks.js';
import {
  asColumns,
  asProperties,
  changedFrom,
  keyIn,
  verifyKeepsKey,
} from '../lookups/column-values.js';
import { KeptRows } from '../lookups/kept-rows.js';
import type { ChangeTerms, RecordToUpdate, UpdatedRecord } from './change-contracts.js';
import type { ChangeTarget } from './change-targets.js';
import { Effects } from './effects.js';
import { updatedChange } from './logged-changes.js';
import { RecordImages } from './record-images.js';
import { ResourceEvents } from './resource-events.js';
import { forElements, type ForElement, type WriteSubject } from './write-request.js';

/** A record that was not locked is not as expected. */
export class ChangedMeanwhile extends Error {}

/** Updates records: hooks, one statement, files, and events after the commit. */
@Injectable()
export class UpdateRecords {
  private readonly writer: RecordWriter;

  constructor(
    @Inject(DATABASE) database: Database,
    private readonly exact: ExactRows,
    private readonly hooks: RowHooks,
    private readonly kept: KeptRows,
    private readonly images: RecordImages,
    private readonly events: ResourceEvents,
    private readonly effects: Effects,
  ) {
    this.writer = new RecordWriter(dialects[database.dialect]);
  }

  /**
   * Writes the records that differ and sets the written values on them. A record that does not
   * differ is not written, and its hook `updated` does not run.
   *
   * @param terms of an update of a single record
   * @throws ChangedMeanwhile if the record is not as expected, or only generated columns differ
   */
  async update(
    subject: WriteSubject,
    target: ChangeTarget,
    records: readonly RecordToUpdate[],
    terms: ChangeTerms,
  ): Promise<readonly UpdatedRecord[]> {
    const forEach = forElements(subject);
    const values = await inTurn(records, (each, at) =>
      this.valuesToWrite(subject, forEach, at, target, each),
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
    if (row && (written.size === 0 || !resource?.hooks.updated)) outcomes[0]!.returned = row;
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

  private async writeUpdates(
    transaction: Transaction,
    target: ChangeTarget,
    records: readonly RecordToUpdate[],
    written: ReadonlyMap<Key, ColumnValues>,
    terms: UpdateTerms,
  ): Promise<UpdatedRows> {
    if (written.size === 0 && terms.expected)
      return this.writer.find(transaction, target, keyIn(records[0]!.record, target), terms);
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
  for (const [{ property }, value] of values) (record as Record<string, unknown>)[property] = value;
}
