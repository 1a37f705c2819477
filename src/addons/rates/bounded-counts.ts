import type { ThrottlerStorage } from '@nestjs/throttler';

type ThrottlerStorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/**
 * Callers that are tracked at the same time, some megabytes at most. Beyond that, the caller with
 * the oldest window is dropped.
 */
const MAX_CALLERS = 50_000;

interface Count {
  /** When the window began, in milliseconds of a monotonic clock. */
  readonly start: number;
  hits: number;
}

/**
 * Counts the requests of each caller in windows of fixed length. The package's own storage keeps
 * the time of every request of every caller, so a client with many addresses could fill the memory.
 */
export class BoundedCounts implements ThrottlerStorage {
  private readonly counts = new Map<string, Count>();

  constructor(private readonly mostCallers = MAX_CALLERS) {}

  /** @param ttl length of a window in milliseconds */
  increment(key: string, ttl: number, limit: number): Promise<ThrottlerStorageRecord> {
    const now = performance.now();
    const count = this.find(key, now - ttl) ?? this.begin(key, now);
    count.hits = Math.min(count.hits + 1, limit + 1);
    const timeToExpire = Math.ceil((count.start + ttl - now) / 1000);
    const isBlocked = count.hits > limit;
    return Promise.resolve({
      totalHits: count.hits,
      timeToExpire,
      isBlocked,
      timeToBlockExpire: timeToExpire,
    });
  }

  /** The number of callers that are tracked. */
  get size(): number {
    return this.counts.size;
  }

  private find(key: string, oldest: number): Count | undefined {
    const count = this.counts.get(key);
    return count !== undefined && count.start > oldest ? count : undefined;
  }

  /** Deletes the old entry first, so that the map stays ordered by the start of the windows. */
  private begin(key: string, start: number): Count {
    this.counts.delete(key);
    for (const oldest of this.counts.keys()) {
      if (this.counts.size < this.mostCallers) break;
      this.counts.delete(oldest);
    }
    const count = { start, hits: 0 };
    this.counts.set(key, count);
    return count;
  }
}
