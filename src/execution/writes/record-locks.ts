import type { ResolvedCondition } from '../../authorization/resolved-condition.js';
import type { CompiledResource } from '../../registry/compiled-resource.js';
import type { Connection, Transaction } from '../database/database.js';
import { bindKey, named, type Dialect } from '../dialects/dialect.js';
import type { EntityReader } from '../entity-reader.js';
import { conditionText, conditionValues } from '../statements/condition-text.js';

/** What the lock is for: changing the row, or the rows that hang on it, or deleting it. */
export type LockPurpose = keyof Dialect['locks'];

/**
 * Reads whole records to write them: first as they are, then locked until the transaction ends. Each statement has a
 * snapshot of its own on every database, so that a lock gives the record as it is then.
 *
 * @contract C4.3
 */
export class RecordLocks {
  constructor(
    private readonly dialect: Dialect,
    private readonly entities: EntityReader,
  ) {}

  /** The record, locked, if it is there and inside the scope. */
  lock(
    transaction: Transaction,
    resource: CompiledResource,
    key: string | number,
    scope: ResolvedCondition,
    purpose: LockPurpose,
  ): Promise<object | undefined> {
    return this.read(transaction, resource, key, scope, this.dialect.locks[purpose]);
  }

  /** The record as it is, for a first look before the lock, or for another inside the transaction. */
  find(
    connection: Connection,
    resource: CompiledResource,
    key: string | number,
    scope: ResolvedCondition,
  ): Promise<object | undefined> {
    return this.read(connection, resource, key, scope, '');
  }

  private async read(
    connection: Connection,
    resource: CompiledResource,
    key: string | number,
    scope: ResolvedCondition,
    lock: string,
  ): Promise<object | undefined> {
    const { dialect } = this;
    const { table, keyColumn } = resource;
    const columns = [...table.columns.values()].map((column) => dialect.read(column, 't')).join(', ');
    const text =
      `select ${columns} from ${dialect.quote(table.name)} t where ${named(dialect, keyColumn, 't')} = ${dialect.bound}` +
      ` and ${conditionText(scope, 't', dialect)}${lock}`;
    const values = conditionValues(scope, dialect, [bindKey(key, keyColumn)]);
    return this.entities.readWhole(table, await connection.query(text, values))[0];
  }
}
