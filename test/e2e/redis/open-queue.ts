import { redisAddress } from '../../../src/addons/redis/redis-address.js';
import { loadQueuePackage, loadRedisPackages } from '../../../src/addons/redis/redis-packages.js';
import { RedisQueue, type RedisQueueOptions } from '../../../src/addons/redis/redis-queue.js';

/** Milliseconds: more than a busy machine needs. */
const PATIENT = 20_000;

/** Opens a queue, like a process of its own. Close it. */
export async function openQueue(
  url: string,
  change: Partial<RedisQueueOptions> = {},
): Promise<RedisQueue> {
  const packages = { ...(await loadRedisPackages()), ...(await loadQueuePackage())! };
  const options = { address: redisAddress(url), prefix: 'resource-api:', timeout: PATIENT };
  return new RedisQueue(packages, { ...options, ...change });
}
