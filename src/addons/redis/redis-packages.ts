import { OptionsError } from '../../options/options-error.js';

/** The client of Redis, and the package that counts in it: optional peers. */
export interface RedisPackages {
  readonly Redis: typeof import('ioredis').Redis;
  readonly RateLimiterRedis: typeof import('rate-limiter-flexible').RateLimiterRedis;
}

/** @throws OptionsError if one of the packages is not installed */
export async function loadRedisPackages(): Promise<RedisPackages> {
  const { Redis } = await load('ioredis', () => import('ioredis'));
  const { RateLimiterRedis } = await load(
    'rate-limiter-flexible',
    () => import('rate-limiter-flexible'),
  );
  return { Redis, RateLimiterRedis };
}

async function load<Package>(name: string, load: () => Promise<Package>): Promise<Package> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const message = `redis.url (REDIS_URL) needs the package ${name}: npm install ioredis rate-limiter-flexible`;
    throw new OptionsError([{ option: 'redis.url', message }]);
  }
}
