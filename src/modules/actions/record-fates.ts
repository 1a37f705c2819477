import type { ExactRow } from '../../database/write/exact-rows.js';
import type { DeletedRecord } from '../../database/write/record-deletion.js';
import type { ColumnValues } from '../../database/write/record-writer.js';
import { copyOf } from '../records/writing/locked-record.js';
import type { ReceivedRecords } from './action-records.js';

/** What a handler did to a record that it received. */
export interface Fate {
  /** The record as it was read. */
  readonly original: object;
  /** The record as the database had it; `null` unless its changes can be reverted. */
  readonly row: ExactRow | null;
  /** The columns that were written, and their last values. */
  changed: ColumnValues;
  isDeleted: boolean;
  /** What it takes to store a deleted record again, if that is known. */
  loss: DeletedRecord['loss'];
}

const NOTHING: ColumnValues = new Map();

/** What a handler did to the records that it received, as far as it did anything. */
export class RecordFates {
  private readonly fates = new Map<object, Fate>();

  constructor(private readonly received: Pick<ReceivedRecords, 'originalOf' | 'exactOf'>) {}

  /** Returns what was done so far to a received record; `undefined` for any other record. */
  find(record: object): Fate | undefined {
    const known = this.fates.get(record);
    if (known) return known;
    const original = this.received.originalOf(record);
    if (!original) return undefined;
    const row = this.received.exactOf(record);
    const fate: Fate = { original, row, changed: NOTHING, isDeleted: false, loss: null };
    this.fates.set(record, fate);
    return fate;
  }

  /**
   * Returns a received record as the database has it, and any other record as it is before the
   * write. Members that a handler has assigned are not written yet.
   */
  beforeOf(record: object): object {
    const fate = this.find(record);
    if (!fate) return { ...record };
    return fate.changed.size === 0 ? fate.original : changedState(fate);
  }

  addChanges(fate: Fate, changed: ColumnValues): void {
    fate.changed = fate.changed.size === 0 ? changed : new Map([...fate.changed, ...changed]);
  }
}

/** Returns the original with the written values. */
function changedState({ original, changed }: Fate): object {
  const state = copyOf(original);
  for (const [{ property }, value] of changed)
    Object.defineProperty(state, property, { value, enumerable: true });
  return state;
}
