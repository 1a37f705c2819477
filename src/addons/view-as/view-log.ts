import { Inject, Injectable } from '@nestjs/common';
import type { RequestOrigin } from '../../base/types/register.js';
import { DATABASE, type Database } from '../../database/connection/database.js';
import { dialects } from '../../database/engines/dialects.js';
import { JsonText } from '../../database/values/json-text.js';
import { LogRows } from '../../modules/action-log/log-rows.js';

/** Milliseconds during which a process logs the same pair of accounts once. */
const PERIOD = 60 * 60_000;

const NOTHING = new JsonText('{}');

/** A caller that reads with the rights of another account. */
interface AccountView {
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

  private async write(view: AccountView, created_at: Date): Promise<void> {
    const { caller, other, resource, origin } = view;
    const row = {
      user_id: caller,
      name: 'ViewedAs',
      actionable_type: resource,
      actionable_id: other,
      status: 'finished',
      original: NOTHING,
      changes: NOTHING,
      exception: '',
      batch_id: origin.batchId,
      meta: { channel: origin.channel, client: origin.client },
      snapshot_id: null,
      created_at,
    } as const;
    await this.database.transaction((transaction) => {
      transaction.later(this.rows.insertions([row]));
      return Promise.resolve();
    });
  }
}
