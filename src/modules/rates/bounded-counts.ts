import type { ThrottlerStorage } from '@nestjs/throttler';

type ThrottlerStorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/**
 * Callers that are remembered at the same time, some megabytes at most; past that the one seen
 * first is forgotten.
 */
const MAX_CALLERS = 50_000;

interface Count {
  /** When the window began, in milliseconds of a clock that nobody sets. */
  readonly start: number;
  hits: number;
}

/**
 * Counts the requests of each caller in windows of fixed length. The storage that comes with the
 * package keeps the time of every request, of any number of callers: whoever has many addresses
 * fills the memory with them.
 */
export class BoundedCounts implements ThrottlerStorage {
  private readonly counts = new Map<string, Count>();

  constructor(private readonly mostCallers = MAX_CALLERS) {}

  /** @param ttl milliseconds of a window */
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

  /** How many callers are remembered. */
  get size(): number {
    return this.counts.size;
  }

  private find(key: string, oldest: number): Count | undefined {
    const count = this.counts.get(key);
    return count !== undefined && count.start > oldest ? count : undefined;
  }

  /** Deleted first, so that the map stays in the order in which windows began. */
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
