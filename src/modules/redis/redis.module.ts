import {
  Global,
  Inject,
  Module,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { impatient, redisAddress } from './redis-connection.js';
import { loadRedis } from './redis-packages.js';
import { REDIS, SharedRedis } from './shared-redis.js';

/** @throws OptionsError if the client is not installed */
async function createRedis({
  redis: { url, prefix, timeout },
}: ResolvedOptions): Promise<SharedRedis | null> {
  if (url === undefined) return null;
  const { Redis } = await loadRedis();
  const address = redisAddress(url);
  return new SharedRedis(new Redis({ ...address, ...impatient(timeout), keyPrefix: prefix }));
}

/**
 * Provides the Redis that all replicas share, or `null`. It connects when the service listens, or
 * for the first command: neither the start nor a command of the command line waits for it.
 */
@Global()
@Module({
  providers: [{ provide: REDIS, inject: [OPTIONS], useFactory: createRedis }],
  exports: [REDIS],
})
export class RedisModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(REDIS) private readonly redis: SharedRedis | null,
    private readonly host: HttpAdapterHost,
  ) {}

  onModuleInit(): void {
    this.host.listen$.subscribe(() => void this.redis?.open());
  }

  /** After the last response: requests release their locks. */
  onApplicationShutdown(): void {
    this.redis?.close();
  }
}
