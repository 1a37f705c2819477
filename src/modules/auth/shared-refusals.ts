import { Inject, Injectable } from '@nestjs/common';
import { REDIS, type SharedRedis } from '../redis/shared-redis.js';
import { WINDOW } from './decide-attempt.js';

/** The refusals of some subjects, and the time at which they were read. */
export interface RefusalsNow {
  /** Milliseconds until the last refusal ends; 0 if no subject is refused. */
  readonly millisecondsToWait: number;
  /** Milliseconds, by the clock of Redis. */
  readonly now: number;
}

/** A subject that is over the limit. */
export interface Refusal {
  readonly subject: string;
  readonly millisecondsToWait: number;
}

/** In place of a refusal, for subjects whose failures were deleted. */
const CLEARED = 0;

/**
 * Remembers in Redis which subjects are over the limit on wrong credentials, so that replicas
 * reject further attempts without the database. Only the database counts: it decides on every
 * attempt that is not refused here.
 *
 * The end of a refusal is an instant of Redis's clock. It is calculated from the time before the
 * database was read, so that no refusal ends later than the one of the database.
 *
 * @contract C2.6
 */
@Injectable()
export class SharedRefusals {
  constructor(@Inject(REDIS) private readonly redis: SharedRedis | null) {}

  /** Returns nothing if Redis is away or not used. */
  async read(subjects: readonly string[]): Promise<RefusalsNow | undefined> {
    return this.redis?.run(async (client) => {
      const [[seconds, microseconds], ends] = await Promise.all([
        client.time(),
        client.mget(subjects.map(keyOf)),
      ]);
      const now = Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
      const waits = ends.map((end) => Number(end ?? CLEARED) - now);
      // A longer wait proves that the clock was set back.
      const valid = waits.filter((wait) => wait > 0 && wait <= WINDOW);
      return { millisecondsToWait: Math.max(0, ...valid), now };
    });
  }

  /** Stores what the database has refused, unless the subject was cleared in the meantime. */
  async add(refusals: readonly Refusal[], { now }: RefusalsNow): Promise<void> {
    if (refusals.length === 0) return;
    await this.redis?.run((client) =>
      Promise.all(
        refusals.map(({ subject, millisecondsToWait }) => {
          const end = now + Math.floor(millisecondsToWait);
          return client.set(keyOf(subject), end, 'PXAT', end, 'NX');
        }),
      ),
    );
  }

  /**
   * Deletes a refusal. For the length of a window the database decides alone, because another
   * replica may be about to store a refusal that it has read before.
   */
  async clear(subject: string): Promise<void> {
    await this.redis?.run((client) => client.set(keyOf(subject), CLEARED, 'PX', WINDOW));
  }
}

const keyOf = (subject: string): string => `refused:${subject}`;
