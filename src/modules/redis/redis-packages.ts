import { OptionsError } from '../../options/options-error.js';

/** The client of Redis, an optional peer. */
export type RedisPackage = Pick<typeof import('ioredis'), 'Redis'>;
/** The package that counts requests in Redis, an optional peer. */
export type RateLimiterPackage = Pick<typeof import('rate-limiter-flexible'), 'RateLimiterRedis'>;

/** Loads the client. @throws OptionsError if it is not installed */
export const loadRedis = (): Promise<RedisPackage> => load('ioredis', () => import('ioredis'));

/** Loads the package that counts requests. @throws OptionsError if it is not installed */
export const loadRateLimiter = (): Promise<RateLimiterPackage> =>
  load('rate-limiter-flexible', () => import('rate-limiter-flexible'));

async function load<Package>(name: string, load: () => Promise<Package>): Promise<Package> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const message = `redis.url (REDIS_URL) needs the package ${name}: npm install ${name}.`;
    throw new OptionsError([{ option: 'redis.url', message }]);
  }
}
