import type { ThrottlerStorage } from '@nestjs/throttler';
import type { WindowCounts } from '../../base/shared-state.js';
import { BoundedCounts } from './bounded-counts.js';

type ThrottlerStorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/**
 * Counts the requests of each caller to all replicas. Each process also counts its own requests, and
 * uses that count while the shared state is away.
 */
export class SharedRateCounts implements ThrottlerStorage {
  private readonly own = new BoundedCounts();

  constructor(private readonly counts: WindowCounts) {}

  /** @param ttl length of a window in milliseconds */
  async increment(key: string, ttl: number, limit: number): Promise<ThrottlerStorageRecord> {
    const own = await this.own.increment(key, ttl, limit);
    const shared = await this.counts.add(key, ttl);
    if (shared === undefined) return own;
    const timeToExpire = Math.ceil(shared.rest / 1000);
    return {
      totalHits: shared.total,
      timeToExpire,
      isBlocked: shared.total > limit,
      timeToBlockExpire: timeToExpire,
    };
  }
}
