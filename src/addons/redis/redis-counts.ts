import type { RateLimiterRedis } from 'rate-limiter-flexible';
import type { WindowCount, WindowCounts } from '../../base/shared-state.js';
import type { RedisConnection } from './redis-connection.js';
import type { RedisPackages } from './redis-packages.js';

/** Counts by the clock of Redis. @contract C12 */
export class RedisCounts implements WindowCounts {
  private readonly limiter: RateLimiterRedis;

  constructor(
    private readonly connection: RedisConnection,
    { RateLimiterRedis }: RedisPackages,
  ) {
    // Each count passes its own window, and its caller compares it with a limit.
    const unused = { points: 1, duration: 60 };
    const storeClient = connection.client;
    this.limiter = new RateLimiterRedis({ ...unused, keyPrefix: 'rate', storeClient });
  }

  async add(key: string, window: number): Promise<WindowCount | undefined> {
    const counted = await this.connection.run(() =>
      this.limiter.penalty(key, 1, { customDuration: window / 1000 }),
    );
    return counted && { total: counted.consumedPoints, rest: counted.msBeforeNext };
  }
}
