import type { RedisOptions as ClientOptions } from 'ioredis';

/** Milliseconds between two attempts to connect, at most. */
const MAX_PAUSE = 2_000;

/**
 * Returns the client's options for a valid `redis.url`: where the server is, and how to sign in.
 */
export function redisAddress(url: string): ClientOptions {
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || 6379),
    db: Number(pathname.slice(1)),
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { tls: {} }),
  };
}

/**
 * Returns the client's options for a connection that never makes a request wait: without a
 * connection a command fails at once, and is not sent later. A connection on which the server does
 * not respond in time is closed, and a new one is opened in the background.
 *
 * @param timeout milliseconds
 */
export const impatient = (timeout: number): ClientOptions => ({
  lazyConnect: true,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout: timeout,
  commandTimeout: timeout,
  socketTimeout: timeout,
  disconnectTimeout: timeout,
  retryStrategy: (times) => Math.min(times * 100, MAX_PAUSE),
  // After a failover, the server may have become a replica that accepts no writes.
  reconnectOnError: ({ message }) => message.startsWith('READONLY'),
});
