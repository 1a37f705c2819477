import type { ThrottlerStorage } from '@nestjs/throttler';
import type { RateLimiterRedis } from 'rate-limiter-flexible';
import { loadRateLimiter } from '../redis/redis-packages.js';
import type { SharedRedis } from '../redis/shared-redis.js';
import { BoundedCounts } from './bounded-counts.js';

type ThrottlerStorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/**
 * Counts the requests of each caller to all replicas, in windows of fixed length by the clock of
 * Redis. Each process also counts its own requests, and uses that count while Redis is away. The
 * package's own replacement for that time does not limit the memory.
 */
export class RedisCounts implements ThrottlerStorage {
  private readonly own = new BoundedCounts();

  private constructor(
    private readonly redis: SharedRedis,
    private readonly limiter: RateLimiterRedis,
  ) {}

  /** @throws OptionsError if the package is not installed */
  static async open(redis: SharedRedis): Promise<RedisCounts> {
    const { RateLimiterRedis } = await loadRateLimiter();
    // Each count passes its own duration, and compares with its own limit.
    const counted = { points: 1, duration: 60, keyPrefix: 'rate' };
    const limiter = new RateLimiterRedis({ ...counted, storeClient: redis.client });
    return new RedisCounts(redis, limiter);
  }

  /** @param ttl length of a window in milliseconds */
  async increment(key: string, ttl: number, limit: number): Promise<ThrottlerStorageRecord> {
    const own = await this.own.increment(key, ttl, limit);
    const count = await this.redis.run(() =>
      this.limiter.penalty(key, 1, { customDuration: ttl / 1000 }),
    );
    if (count === undefined) return own;
    const timeToExpire = Math.ceil(count.msBeforeNext / 1000);
    return {
      totalHits: count.consumedPoints,
      timeToExpire,
      isBlocked: count.consumedPoints > limit,
      timeToBlockExpire: timeToExpire,
    };
  }
}
