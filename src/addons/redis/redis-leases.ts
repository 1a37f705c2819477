import { randomUUID } from 'node:crypto';
import type { KeyLeases } from '../../base/shared-state.js';
import type { RedisConnection } from './redis-connection.js';

/** Milliseconds. A process that dies blocks its keys for so long. */
const LEASE = 5_000;

/** Another process may have the key after the lease has ended. */
const RELEASE =
  "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end";

/** Keys that exist while a process has a lease. @contract C13.2 */
export class RedisLeases implements KeyLeases {
  constructor(private readonly connection: RedisConnection) {}

  async take(name: string): Promise<(() => Promise<void>) | null | undefined> {
    const [key, owner] = [`lease:${name}`, randomUUID()];
    const reply = await this.connection.run((client) => client.set(key, owner, 'PX', LEASE, 'NX'));
    if (reply !== 'OK') return reply;
    return async () => {
      await this.connection.run((client) => client.eval(RELEASE, 1, key, owner));
    };
  }
}
