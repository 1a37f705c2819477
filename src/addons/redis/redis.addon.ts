import type { Addon } from '../../options/addon.js';
import { RedisModule } from './redis.module.js';

/** Lets replicas share rates, refused logins and keys in use. @contract C2.6, C12, C13.2 */
export const redis: Addon = {
  modules: ({ redis: { url } }) => (url === undefined ? [] : [RedisModule]),
};
