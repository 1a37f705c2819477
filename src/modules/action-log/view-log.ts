import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DATABASE, type Database } from '../../execution/database/database.js';
import { dialects } from '../../execution/dialects/index.js';
import type { RequestOrigin } from '../../types/register.js';
import { LogRows, type OperationLog } from './log-rows.js';

/** Milliseconds during which a process logs the same pair of accounts once. */
const PERIOD = 60 * 60_000;

/** A caller that reads with the rights of another account. */
export interface AccountView {
  /** The key of the caller. */
  readonly caller: string;
  /** The key of the other account. */
  readonly other: string;
  /** The key of the resource of the accounts; `null` if no resource has their entity. */
  readonly resource: string | null;
  readonly origin: RequestOrigin;
}

/** Logs who reads with the rights of whom. @contract C2.9 */
@Injectable()
export class ViewLog {
  private readonly rows: LogRows;
  /** The rows of the last period by their pairs, the oldest first. */
  private readonly logged = new Map<string, { readonly at: number; readonly row: Promise<void> }>();

  constructor(@Inject(DATABASE) private readonly database: Database) {
    this.rows = new LogRows(dialects[database.dialect], database.dataSource);
  }

  /**
   * Resolves when the row of the pair is stored, so that nothing is read without one.
   *
   * @throws RequestError `unavailable` if the row cannot be written
   */
  async note(view: AccountView): Promise<void> {
    const now = Date.now();
    this.forgetBefore(now - PERIOD);
    const pair = JSON.stringify([view.caller, view.other]);
    const known = this.logged.get(pair);
    if (known) return known.row;
    const row = this.write(view, new Date(now));
    this.logged.set(pair, { at: now, row });
    try {
      await row;
    } catch (error) {
      this.logged.delete(pair);
      throw error;
    }
  }

  private forgetBefore(time: number): void {
    for (const [pair, { at }] of this.logged) {
      if (at > time) return;
      this.logged.delete(pair);
    }
  }

  private write({ caller, other, resource, origin }: AccountView, now: Date): Promise<void> {
    return this.database.transaction((transaction) => {
      const operation: OperationLog = {
        user_id: caller,
        status: 'finished',
        exception: '',
        batch_id: randomUUID(),
        meta: { channel: origin.channel, client: origin.client },
        created_at: now,
      };
      this.rows.insert(transaction, operation, [
        {
          name: 'ViewedAs',
          actionable_type: resource,
          actionable_id: other,
          original: {},
          changes: {},
          snapshot_id: null,
        },
      ]);
      return Promise.resolve();
    });
  }
}
