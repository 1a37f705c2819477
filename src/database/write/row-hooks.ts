import type { ClassOf } from '../../base/types/compile-time.js';
import type { Key } from '../../base/types/register.js';
import type { Transaction } from '../connection/database.js';
import type { ColumnValues } from './record-writer.js';

/** Work that a feature adds to the writes of an entity's rows, in the same transaction. */
export interface RowHook {
  /** @param changes the written values, by the keys of their rows */
  updated(transaction: Transaction, changes: ReadonlyMap<Key, ColumnValues>): Promise<void>;
  /** Runs before the rows are deleted, or after they are marked as deleted. */
  deleted(transaction: Transaction, records: readonly object[]): Promise<void>;
}

/** The hooks of all entities. Only writes of records run them, not SQL of other code. */
export class RowHooks {
  private readonly hooks = new Map<ClassOf, readonly RowHook[]>();

  add(entity: ClassOf, hook: RowHook): void {
    this.hooks.set(entity, [...this.of(entity), hook]);
  }

  of(entity: ClassOf): readonly RowHook[] {
    return this.hooks.get(entity) ?? [];
  }
}
