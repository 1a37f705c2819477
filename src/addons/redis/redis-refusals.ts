import type { KnownRefusals, SubjectRefusal, SubjectRefusals } from '../../base/shared-state.js';
import type { RedisConnection } from './redis-connection.js';

/** Milliseconds: no refusal lasts longer. */
const LONGEST = 60_000;
/** In place of the end of a refusal, for subjects that were cleared. */
const CLEARED = 0;

/**
 * The ends of refusals. Each is an instant of Redis's clock, also for the command that stores it: one
 * that arrives late stores nothing.
 *
 * @contract C2.6
 */
export class RedisRefusals implements SubjectRefusals {
  constructor(private readonly connection: RedisConnection) {}

  read(subjects: readonly string[]): Promise<KnownRefusals | undefined> {
    return this.connection.run(async (client) => {
      const [[seconds, microseconds], ends] = await Promise.all([
        client.time(),
        client.mget(subjects.map(refusalKey)),
      ]);
      const now = Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
      const waits = ends.map((end) => Number(end ?? CLEARED) - now);
      // A longer wait shows that the clock was set back.
      const valid = waits.filter((wait) => wait > 0 && wait <= LONGEST);
      return { millisecondsToWait: Math.max(0, ...valid), now };
    });
  }

  async add(refusals: readonly SubjectRefusal[], { now }: KnownRefusals): Promise<void> {
    if (refusals.length === 0) return;
    await this.connection.run((client) =>
      Promise.all(
        refusals.map(({ subject, millisecondsToWait }) => {
          const end = now + Math.floor(millisecondsToWait);
          return client.set(refusalKey(subject), end, 'PXAT', end, 'NX');
        }),
      ),
    );
  }

  async clear(subject: string): Promise<void> {
    await this.connection.run((client) => client.set(refusalKey(subject), CLEARED, 'PX', LONGEST));
  }
}

const refusalKey = (subject: string): string => `refused:${subject}`;
