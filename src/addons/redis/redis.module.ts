import { Global, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { SharedState } from '../../base/shared-state.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { redisAddress } from './redis-address.js';
import { impatient, RedisConnection } from './redis-connection.js';
import { loadRedisPackages } from './redis-packages.js';
import { RedisState } from './redis-state.js';

/** @throws OptionsError if a package is not installed */
async function createState({
  redis: { url, prefix, timeout },
}: ResolvedOptions): Promise<RedisState> {
  const packages = await loadRedisPackages();
  const options = { ...redisAddress(url!), ...impatient(timeout), keyPrefix: prefix };
  return new RedisState(new RedisConnection(new packages.Redis(options)), packages);
}

/**
 * Provides the shared state, for a `redis.url`. It connects when the service listens, or for the first
 * command: neither the start nor a command of the command line waits for it.
 */
@Global()
@Module({
  providers: [
    { provide: RedisState, inject: [OPTIONS], useFactory: createState },
    { provide: SharedState, useExisting: RedisState },
  ],
  exports: [SharedState],
})
export class RedisModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly state: RedisState,
    private readonly host: HttpAdapterHost,
  ) {}

  onModuleInit(): void {
    this.host.listen$.subscribe(() => this.state.open());
  }

  /** After the last response: requests end their leases. */
  onApplicationShutdown(): void {
    this.state.close();
  }
}
