import { Logger } from '@nestjs/common';
import type { Redis, RedisOptions } from 'ioredis';

/** Milliseconds between two attempts to connect, at most. */
const MAX_PAUSE = 2_000;

const CONSEQUENCE =
  'Each process counts rates by itself; logins and idempotency keys use the database alone.';

/**
 * Returns the client's options for a connection that never makes a request wait: without a
 * connection a command fails at once, and is not sent later. A connection on which the server does
 * not respond in time is closed, and a new one is opened in the background.
 *
 * @param timeout milliseconds
 */
export const impatient = (timeout: number): RedisOptions => ({
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

/** The connection of the process. While Redis is away, no command is sent. */
export class RedisConnection {
  private readonly logger = new Logger('Redis');
  private opening: Promise<void> | undefined;
  private isClosing = false;
  private isAway = false;
  /** The first error of a connection: further ones follow from it. */
  private reason: Error | undefined;
  private failed = 0;

  /** @param client not connected yet. Send commands with `run`. */
  constructor(readonly client: Redis) {
    client.on('error', (error: Error) => this.keep(error));
    client.on('close', () => this.leave(this.reason));
    client.on('ready', () => {
      this.reason = undefined;
      void this.run(() => this.write());
    });
  }

  /** Whether the last command succeeded and the connection is open, or nothing was sent yet. */
  get isAvailable(): boolean {
    return !this.isAway;
  }

  /** Commands that were not executed, or not in time, since the start. */
  get failures(): number {
    return this.failed;
  }

  /** Connects. Resolves after the first attempt, which may have failed. */
  open(): Promise<void> {
    // The reason is in the events.
    this.opening ??= this.client.connect().catch(() => undefined);
    return this.opening;
  }

  /**
   * Runs commands. They may have been executed even if the result is missing.
   *
   * @returns their result, or `undefined` if Redis is away
   */
  async run<Result>(commands: (client: Redis) => Promise<Result>): Promise<Result | undefined> {
    await this.open();
    try {
      if (this.client.status !== 'ready') throw new Error('the connection is not open');
      // A server that responds to reads may still refuse writes.
      if (this.isAway) await this.write();
      const result = await commands(this.client);
      this.return();
      return result;
    } catch (error) {
      this.failed += 1;
      this.leave(error);
      return undefined;
    }
  }

  /** Closes the connection for good. */
  close(): void {
    this.isClosing = true;
    this.client.disconnect();
  }

  /** @throws Error if the server takes no writes, since its memory is full or it is a replica */
  private write(): Promise<unknown> {
    return this.client.set('available', 1, 'PX', 1);
  }

  /** The client would continue in database 0 if the configured one does not exist. */
  private keep(error: Error & { readonly command?: { readonly name: string } }): void {
    this.reason ??= error;
    if (error.command?.name === 'select') this.client.disconnect(true);
  }

  private leave(reason: unknown): void {
    if (this.isAway || this.isClosing) return;
    this.isAway = true;
    this.logger.warn(`Redis is not available: ${messageOf(reason)}. ${CONSEQUENCE}`);
  }

  private return(): void {
    if (!this.isAway) return;
    this.isAway = false;
    this.logger.log('Redis is available again: all processes share it.');
  }
}

/** Returns the message of an error, which contains no credentials, unlike its properties. */
function messageOf(reason: unknown): string {
  const { message = '', code = '' } = (reason ?? {}) as { message?: string; code?: string };
  return (message || code || 'the connection was closed').replace(/\.$/, '');
}
