import type { UpdateLog } from '../../execution/writes/logged-update.js';
import type { CompiledAction, CompiledResource } from '../../registry/compiled-resource.js';
import type { ChangeLog, UpdateRows } from '../action-log/change-log.js';
import type { ChangeTarget } from '../records/writing/change-targets.js';
import { keyIn } from '../records/writing/column-values.js';
import type { UpdatedRecord } from '../records/writing/record-changes.js';
import type { WriteSubject } from '../records/writing/write-request.js';
import type { ReceivedRecords } from './action-records.js';

/**
 * Decides whether an update of a handler writes the rows of the log itself: if it is the first
 * write and changes the same columns of every record that the handler received, no hook sees the
 * records, and the database can write the values. A later write withdraws the rows, because there
 * is one row per record for everything that a handler does.
 *
 * @contract C8.1
 */
export class LogAtOnce {
  private rows: UpdateRows | null = null;
  private ids: readonly [first: unknown, last: unknown] | null = null;

  constructor(
    private readonly log: ChangeLog,
    private readonly subject: WriteSubject,
    private readonly action: CompiledAction,
    private readonly resource: CompiledResource,
    private readonly received: ReceivedRecords,
  ) {}

  /** Whether the log of the received records is complete. */
  get isWritten(): boolean {
    return this.ids !== null;
  }

  /** @param updated the records of the handler's first write, not yet written */
  of(target: ChangeTarget, updated: readonly UpdatedRecord[]): UpdateLog | null {
    const { action, resource, subject } = this;
    const { updating, updated: afterUpdate } = resource.full.hooks;
    if (target.resource !== resource.full || updating || afterUpdate) return null;
    if (!this.areAllReceived(updated) || !changeTheSame(updated)) return null;
    const columns = [...updated[0]!.changed.keys()];
    const change = { name: action.uriKey, resource };
    this.rows = this.log.logOfUpdate(subject.request, change, columns);
    if (!this.rows) return null;
    return {
      keys: updated.map(({ record }) => keyIn(record, resource)),
      insert: this.rows.insert,
      inserted: (first, last) => {
        this.ids = [first, last];
      },
    };
  }

  /** Deletes the rows, if any: the service writes those of all changes. */
  async withdraw(): Promise<void> {
    const { ids } = this;
    if (!ids) return;
    this.ids = null;
    await this.rows!.withdraw(this.subject.transaction, ids);
  }

  /** A single record is written by a statement without a list of rows. */
  private areAllReceived(updated: readonly UpdatedRecord[]): boolean {
    const { records } = this.received;
    return (
      updated.length > 1 &&
      updated.length === records.length &&
      updated.every(({ record }, at) => record === records[at])
    );
  }
}

function changeTheSame(updated: readonly UpdatedRecord[]): boolean {
  const columns = [...updated[0]!.changed.keys()];
  return (
    columns.length > 0 &&
    updated.every(({ changed }) => {
      let at = 0;
      for (const column of changed.keys()) if (column !== columns[at++]) return false;
      return at === columns.length;
    })
  );
}
