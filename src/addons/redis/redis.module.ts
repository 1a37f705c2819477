import {
  Global,
  Inject,
  Logger,
  Module,
  Optional,
  type BeforeApplicationShutdown,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { SharedQueue } from '../../base/shared-queue.js';
import { SharedState } from '../../base/shared-state.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { redisAddress } from './redis-address.js';
import { impatient, RedisConnection } from './redis-connection.js';
import { loadQueuePackage, loadRedisPackages } from './redis-packages.js';
import { RedisQueue } from './redis-queue.js';
import { RedisState } from './redis-state.js';

/** @throws OptionsError if a package is not installed */
async function createState({
  redis: { url, prefix, timeout },
}: ResolvedOptions): Promise<RedisState> {
  const packages = await loadRedisPackages();
  const options = { ...redisAddress(url!), ...impatient(timeout), keyPrefix: prefix };
  return new RedisState(new RedisConnection(new packages.Redis(options)), packages);
}

/** Returns `undefined` if its package is not installed. */
async function createQueue({
  redis: { url, prefix, timeout },
}: ResolvedOptions): Promise<RedisQueue | undefined> {
  const bullmq = await loadQueuePackage();
  if (bullmq) {
    const packages = { ...(await loadRedisPackages()), ...bullmq };
    return new RedisQueue(packages, { address: redisAddress(url!), prefix, timeout });
  }
  new Logger('Redis').log('The package bullmq is not installed: the database alone carries runs.');
  return undefined;
}

/**
 * Provides the shared state and the shared queue, for a `redis.url`. The state connects when the service listens, or
 * for the first command, the queue when it is used: neither the start nor a command of the command line
 * waits for Redis.
 */
@Global()
@Module({
  providers: [
    { provide: RedisState, inject: [OPTIONS], useFactory: createState },
    { provide: SharedState, useExisting: RedisState },
    { provide: SharedQueue, inject: [OPTIONS], useFactory: createQueue },
  ],
  exports: [SharedState, SharedQueue],
})
export class RedisModule implements OnModuleInit, BeforeApplicationShutdown, OnApplicationShutdown {
  constructor(
    private readonly state: RedisState,
    @Optional() @Inject(SharedQueue) private readonly queue: SharedQueue | undefined,
    private readonly host: HttpAdapterHost,
  ) {}

  onModuleInit(): void {
    this.host.listen$.subscribe(() => this.state.open());
  }

  /** While the database still serves: work in progress ends first. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.queue?.close();
  }

  /** After the last response: requests end their leases. */
  onApplicationShutdown(): void {
    this.state.close();
  }
}
