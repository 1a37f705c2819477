import { Inject, Injectable, Optional, type OnApplicationBootstrap } from '@nestjs/common';
import { ownTable } from '../../base/own-tables.js';
import { DATABASE, type Database } from '../../database/connection/database.js';
import { RecordDeletion } from '../../database/write/record-deletion.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { UserTable } from './user-table.js';

/**
 * Deletes the tokens of suspended and deleted users, so that reactivating a user does not revive
 * them. There are three ways, since a suspension can come from anywhere:
 *
 * 1. A write through this process that may suspend users, by any code and SQL, deletes their tokens
 *    in the same transaction.
 * 2. A token of a suspended user is deleted when it is used.
 * 3. Each login and each boot delete the tokens of all suspended users, for suspensions by other
 *    programs.
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
    @Optional() private readonly records?: RecordDeletion,
  ) {
    this.deletion = `delete from ${ownTable(database.dataSource, 'tokens')}`;
    this.deleteOfInactiveSql = `${this.deletion} where not ${users.hasActiveOwner}`;
  }

  onApplicationBootstrap(): void {
    this.database.watch({
      concerns: this.users.mayDeactivate,
      beforeCommit: (connection) => connection.query(this.deleteOfInactiveSql),
    });
    this.records?.alsoFor(this.options.authentication.user.entity, async (transaction, users) => {
      const keys = users.map((user) => this.users.keyOf(user));
      await transaction.query(this.ofOwners(keys.length), keys);
    });
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

  /** Deletes all tokens of a number of users, with one statement. */
  private ofOwners(count: number): string {
    return `${this.deletion} where user_id in (${Array<string>(count).fill('?').join(', ')})`;
  }
}
