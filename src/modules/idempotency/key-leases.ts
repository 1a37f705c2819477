import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { RequestError } from '../../errors/index.js';
import { REDIS, type SharedRedis } from '../redis/shared-redis.js';

/** Milliseconds. A process that dies blocks its keys for so long. */
const LEASE = 5_000;

/** Another request may hold the key after the lease has ended. */
const RELEASE =
  "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end";

/**
 * Leases of keys in Redis: another replica rejects a request whose key is in use, and
 * does not ask the database. This also works on databases that cannot lock a row. Only the lock of
 * the database prevents a second execution, so a lease may end early or be missing.
 *
 * @contract C13.2
 */
@Injectable()
export class KeyLeases {
  constructor(@Inject(REDIS) private readonly redis: SharedRedis | null) {}

  /** @throws RequestError `idempotency_in_progress` if another request holds the key */
  async hold<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    const [key, owner] = [`key:${id}`, randomUUID()];
    const reply = await this.redis?.run((client) => client.set(key, owner, 'PX', LEASE, 'NX'));
    if (reply === null) throw new RequestError('idempotency_in_progress');
    try {
      return await work();
    } finally {
      if (reply) await this.redis?.run((client) => client.eval(RELEASE, 1, key, owner));
    }
  }
}
