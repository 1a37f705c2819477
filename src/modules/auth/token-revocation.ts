import { Inject, Injectable, Optional, type OnApplicationBootstrap } from '@nestjs/common';
import type { EntitySubscriberInterface, InsertEvent, QueryRunner, UpdateEvent } from 'typeorm';
import { ownTable } from '../../base/own-tables.js';
import type { ClassOf } from '../../base/types/compile-time.js';
import type { Key } from '../../base/types/register.js';
import { DATABASE, type Database, type Transaction } from '../../database/connection/database.js';
import type { ColumnValues } from '../../database/write/record-writer.js';
import { RowHooks } from '../../database/write/row-hooks.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { UserTable } from './user-table.js';

/**
 * Deletes the tokens of suspended and deleted users, so that reactivating a user does not revive
 * them:
 *
 * 1. A write of records that suspends or deletes users, and one by TypeORM with the user's entity,
 *    deletes their tokens in the same transaction.
 * 2. A token of a suspended user is deleted when it is used.
 * 3. Each login and each boot delete the tokens of all suspended users, for suspensions by SQL and by
 *    other programs.
 *
 * @contract C2.4
 */
@Injectable()
export class TokenRevocation implements OnApplicationBootstrap {
  /** `delete from tokens` */
  private readonly deletion: string;
  private readonly deleteOfInactiveSql: string;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly users: UserTable,
    @Optional() private readonly hooks?: RowHooks,
  ) {
    this.deletion = `delete from ${ownTable(database.dataSource, 'tokens')}`;
    this.deleteOfInactiveSql = `${this.deletion} where not ${users.hasActiveOwner}`;
  }

  onApplicationBootstrap(): void {
    const { entity } = this.options.authentication.user;
    this.hooks?.add(entity, {
      updated: (transaction, changes) =>
        this.endOf(transaction, deactivatedIn(changes, this.users)),
      deleted: (transaction, users) =>
        this.endOf(
          transaction,
          users.map((user) => this.users.userKey(user)),
        ),
    });
    this.database.dataSource.subscribers.push(this.subscriberFor(entity));
  }

  /** Deletes the tokens of all suspended or deleted users. */
  ofInactive(): Promise<unknown> {
    return this.database.write(this.deleteOfInactiveSql);
  }

  /** Deletes all tokens of one user. */
  ofOwner(key: string): Promise<unknown> {
    return this.database.write(this.ofOwners(1), [key]);
  }

  /** Deletes one token. */
  one(id: number): Promise<unknown> {
    return this.database.write(`${this.deletion} where id = ?`, [id]);
  }

  /** Follows what other code writes by TypeORM. Its bulk statements do not name the users. */
  private subscriberFor(entity: ClassOf): EntitySubscriberInterface {
    const sweep = ({ queryRunner }: { readonly queryRunner: QueryRunner }) =>
      queryRunner.query(this.deleteOfInactiveSql);
    const sweepIfDeactivated = (event: InsertEvent<object> | UpdateEvent<object>) => {
      const values = (event.entity ?? {}) as Readonly<Record<string, unknown>>;
      const isGiven = (property: string) => (values[property] ?? null) !== null;
      return [...this.users.deactivating].some(isGiven) ? sweep(event) : undefined;
    };
    return {
      listenTo: () => entity,
      // An upsert is an insert.
      afterInsert: sweepIfDeactivated,
      afterUpdate: sweepIfDeactivated,
      afterSoftRemove: sweep,
      afterRemove: sweep,
    };
  }

  private async endOf(transaction: Transaction, keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await transaction.query(this.ofOwners(keys.length), keys);
  }

  /** Deletes all tokens of a number of users, with one statement. */
  private ofOwners(count: number): string {
    return `${this.deletion} where user_id in (${Array<string>(count).fill('?').join(', ')})`;
  }
}

/** Returns the keys of the users that a write suspends or marks as deleted. */
const deactivatedIn = (
  changes: ReadonlyMap<Key, ColumnValues>,
  { deactivating }: UserTable,
): readonly string[] =>
  [...changes]
    .filter(([, values]) =>
      [...values].some(([{ property }, value]) => deactivating.has(property) && value !== null),
    )
    .map(([key]) => String(key));
