import { Logger } from '@nestjs/common';
import type { RedisClient } from './redis-client.js';

/** Nest's token for the {@link SharedRedis}; `null` if the option `redis.url` is not set. */
export const REDIS = Symbol('resource-api:redis');

const CONSEQUENCE =
  'Each process counts rates by itself; logins and idempotency keys use the database alone.';

/**
 * What all replicas share in Redis. The service works without it, so a command is only worth a
 * bounded time: while Redis is away, no command is sent.
 */
export class SharedRedis {
  private readonly logger = new Logger('Redis');
  private opening: Promise<void> | undefined;
  private isClosing = false;
  private isAway = false;
  /** The first error of a connection: further ones follow from it. */
  private reason: Error | undefined;
  private unsent = 0;

  /** @param client not connected yet. Send commands with `run`. */
  constructor(readonly client: RedisClient) {
    client.on('error', (error: Error) => this.keep(error));
    client.on('close', () => this.leave(this.reason));
    client.on('ready', () => {
      this.reason = undefined;
      void this.verify();
    });
  }

  /** Whether the last command succeeded and the connection is open, or nothing was sent yet. */
  get isAvailable(): boolean {
    return !this.isAway;
  }

  /** Commands that were not executed, or not in time, since the start. */
  get failures(): number {
    return this.unsent;
  }

  /** Connects. Resolves after the first attempt, which may have failed. */
  open(): Promise<void> {
    this.opening ??= this.client.connect().catch(() => undefined);
    return this.opening;
  }

  /**
   * Runs commands. They may have been executed even if the result is missing.
   *
   * @returns their result, or `undefined` if Redis is away: the caller then does without it
   */
  async run<Result>(
    commands: (client: RedisClient) => Promise<Result>,
  ): Promise<Result | undefined> {
    await this.open();
    try {
      if (this.client.status !== 'ready') throw new Error('the connection is not open');
      const result = await commands(this.client);
      this.return();
      return result;
    } catch (error) {
      this.unsent += 1;
      this.leave(error);
      return undefined;
    }
  }

  /** Closes the connection for good. */
  close(): void {
    this.isClosing = true;
    this.client.disconnect();
  }

  /** A server that accepts connections may still refuse writes. */
  private async verify(): Promise<void> {
    await this.run((client) => client.set('available', 1, 'PX', 1));
  }

  /** The client would continue in database 0 if the configured one does not exist. */
  private keep(error: Error & { readonly command?: { readonly name: string } }): void {
    this.reason ??= error;
    if (error.command?.name === 'select') this.client.disconnect(true);
  }

  private leave(reason: unknown): void {
    if (this.isAway || this.isClosing) return;
    this.isAway = true;
    this.logger.warn(`Redis is not available: ${describe(reason)}. ${CONSEQUENCE}`);
  }

  private return(): void {
    if (!this.isAway) return;
    this.isAway = false;
    this.logger.log('Redis is available again: all processes share it.');
  }
}

/** Returns the message of an error, which contains no credentials, unlike its properties. */
function describe(reason: unknown): string {
  const { message = '', code = '' } = (reason ?? {}) as { message?: string; code?: string };
  return (message || code || 'the connection was closed').replace(/\.$/, '');
}
