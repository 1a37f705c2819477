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

/** The package that carries work to other processes. */
export type QueuePackage = Pick<typeof import('bullmq'), 'Queue' | 'Worker'>;

/** Returns `undefined` if the package is not installed, which is optional even with Redis. */
export const loadQueuePackage = (): Promise<QueuePackage | undefined> =>
  import('bullmq').catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    return undefined;
  });

async function load<Package>(name: string, load: () => Promise<Package>): Promise<Package> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error)) throw error;
    const message = `redis.url (REDIS_URL) needs the package ${name}: npm install ioredis rate-limiter-flexible`;
    throw new OptionsError([{ option: 'redis.url', message }]);
  }
}

const isMissing = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';
