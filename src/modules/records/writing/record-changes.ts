import { Injectable } from '@nestjs/common';
import type { Key } from '../../../base/types/register.js';
import type { Transaction } from '../../../database/connection/database.js';
import { RecordLocks } from '../../../database/write/record-locks.js';
import { EVERYTHING } from '../../../pipeline/authorization/resolved-condition.js';
import {
  IN_BETWEEN,
  type RecordToStore,
  type RecordToUpdate,
  type StoredRecord,
  type UpdatedRecord,
} from './change-contracts.js';
import type { ChangeTarget } from './change-targets.js';
import { DeleteRecords, type Deletion } from './delete-records.js';
import { StoreRecords } from './store-records.js';
import { UpdateRecords } from './update-records.js';
import type { WriteSubject } from './write-request.js';

/**
 * The single path of every write, inside the caller's transaction: hooks, one statement for all
 * records, files, and events after the commit. A request writes a list of one record; an action's
 * handler writes a chunk. The calling code has checked the policy, holds the locks, and writes the
 * log rows (`logged-changes.ts`).
 *
 * @contract C4.5, C4.6
 */
@Injectable()
export class RecordChanges {
  constructor(
    private readonly storing: StoreRecords,
    private readonly updating: UpdateRecords,
    private readonly deleting: DeleteRecords,
    private readonly locks: RecordLocks,
  ) {}

  /** See {@link StoreRecords.store}. */
  store(
    subject: WriteSubject,
    target: ChangeTarget,
    rows: readonly RecordToStore[],
    terms = IN_BETWEEN,
  ): Promise<readonly StoredRecord[]> {
    return this.storing.store(subject, target, rows, terms);
  }

  /** See {@link UpdateRecords.update}. */
  update(
    subject: WriteSubject,
    target: ChangeTarget,
    records: readonly RecordToUpdate[],
    terms = IN_BETWEEN,
  ): Promise<readonly UpdatedRecord[]> {
    return this.updating.update(subject, target, records, terms);
  }

  /** See {@link DeleteRecords.delete}. */
  delete(
    subject: WriteSubject,
    target: ChangeTarget,
    records: readonly object[],
  ): Promise<Deletion> {
    return this.deleting.delete(subject, target, records);
  }

  /** Reads the current state of whole records, in the order of their keys. */
  read(
    transaction: Transaction,
    target: ChangeTarget,
    keys: readonly Key[],
  ): Promise<readonly object[]> {
    return this.locks.lock(transaction, target, keys, EVERYTHING, 'change');
  }
}
