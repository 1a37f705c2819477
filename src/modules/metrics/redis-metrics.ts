import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { REDIS, type SharedRedis } from '../redis/shared-redis.js';

/** Measures whether the process can use Redis; nothing without the option `redis.url`. */
@Injectable()
export class RedisMetrics {
  constructor(registry: Registry, @Inject(REDIS) redis: SharedRedis | null) {
    if (!redis) return;
    const registers = [registry];
    new Gauge({
      name: 'redis_available',
      help: 'Whether this process can use Redis: 1 or 0.',
      registers,
      collect() {
        this.set(Number(redis.isAvailable));
      },
    });
    new Counter({
      name: 'redis_failures_total',
      help: 'Times that this process did without Redis, because it was away or did not respond in time.',
      registers,
      collect() {
        this.reset();
        this.inc(redis.failures);
      },
    });
  }
}
