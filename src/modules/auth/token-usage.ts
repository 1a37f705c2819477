import { Inject, Injectable } from '@nestjs/common';
import { ownTable } from '../../base/own-tables.js';
import { DATABASE, type Database } from '../../database/connection/database.js';
import { BackgroundWrites } from './background-writes.js';
import { readInstant } from '../../database/values/read-instant.js';

/** Milliseconds during which a token's last use is not written again. */
const PRECISION = 60_000;

/** Updates `last_used_at` to the minute, in the background. */
@Injectable()
export class TokenUsage {
  /**
   * When this process last wrote a token's use, the oldest first. Parallel requests may have read
   * the row before that write.
   */
  private readonly noted = new Map<number, number>();
  private readonly updateSql: string;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly background: BackgroundWrites,
  ) {
    this.updateSql =
      `update ${ownTable(database.dataSource, 'tokens')} set last_used_at = ?` +
      ' where id = ? and (last_used_at is null or last_used_at <= ?)';
  }

  /** Notes that the token was used now; `lastUsed` is the value in its row. */
  note(id: number, lastUsed: unknown): void {
    const now = Date.now();
    this.forgetBefore(now - PRECISION);
    if (this.noted.has(id)) return;
    const before = readInstant(lastUsed);
    if (before && now - before.getTime() < PRECISION) return;
    this.noted.set(id, now);
    const values = [new Date(now), id, new Date(now - PRECISION)];
    void this.background.start('Noting the use of a token', () =>
      this.database.write(this.updateSql, values),
    );
  }

  private forgetBefore(time: number): void {
    for (const [id, at] of this.noted) {
      if (at > time) return;
      this.noted.delete(id);
    }
  }
}
