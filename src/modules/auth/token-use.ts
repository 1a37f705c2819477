import { Inject, Injectable } from '@nestjs/common';
import { DATABASE, type Database } from '../../execution/database/database.js';
import { BackgroundWrites } from './background-writes.js';
import { readInstant } from './read-instant.js';

/** Milliseconds for which a token's last use is not written again. */
const PRECISION = 60_000;
const TEXT = 'update tokens set last_used_at = ? where id = ? and (last_used_at is null or last_used_at <= ?)';

/** Keeps `last_used_at` to the minute, outside the request's way. */
@Injectable()
export class TokenUse {
  /** Tokens whose write is under way: parallel requests of one token write once. */
  private readonly writing = new Set<number>();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly background: BackgroundWrites,
  ) {}

  /** Notes that the token was used now; `lastUsed` is what its row said. */
  note(id: number, lastUsed: unknown): void {
    const now = Date.now();
    const before = readInstant(lastUsed);
    if (before && now - before.getTime() < PRECISION) return;
    if (this.writing.has(id)) return;
    this.writing.add(id);
    this.background.start('Noting the use of a token', () => this.write(id, now));
  }

  private async write(id: number, now: number): Promise<void> {
    try {
      await this.database.write(TEXT, [new Date(now), id, new Date(now - PRECISION)]);
    } finally {
      this.writing.delete(id);
    }
  }
}
