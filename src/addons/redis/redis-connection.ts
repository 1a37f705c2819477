import { Logger } from '@nestjs/common';
import type { Redis, RedisOptions } from 'ioredis';

/** Milliseconds between two attempts to connect, at most. */
const MAX_PAUSE = 2_000;

/** What a connection is for, in the words of the log. */
export interface ConnectionPurpose {
  readonly subject: string;
  /** What the process does without the connection. */
  readonly without: string;
  /** What it does when the connection works again. */
  readonly again: string;
  /** A key that the connection writes to verify that the server accepts writes. */
  readonly key: string;
}

export const sharedState: ConnectionPurpose = {
  subject: 'Redis',
  without:
    'Each process counts rates by itself; logins and idempotency keys use the database alone.',
  again: 'all processes share it.',
  key: 'available',
};

/** Returns the milliseconds before an attempt to connect. */
export const pauseBefore = (attempt: number): number => Math.min(attempt * 100, MAX_PAUSE);

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
  retryStrategy: pauseBefore,
  reconnectOnError: isReplica,
});

/** After a failover, the server may have become a replica that accepts no writes. */
export const isReplica = ({ message }: Error): boolean => message.startsWith('READONLY');

/** Prevents that the client continues in database 0 if the configured one does not exist. */
export function requireDatabase(client: Redis): void {
  client.on('error', ({ command }: Error & { readonly command?: { readonly name: string } }) => {
    if (command?.name === 'select') client.disconnect(true);
  });
}

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
  constructor(
    readonly client: Redis,
    private readonly purpose = sharedState,
  ) {
    requireDatabase(client);
    client.on('error', (error: Error) => (this.reason ??= error));
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

  /** Takes the server for away, because of an error, until a command succeeds. */
  leave(reason: unknown): void {
    if (this.isAway || this.isClosing) return;
    this.isAway = true;
    const { subject, without } = this.purpose;
    this.logger.warn(`${subject} is not available: ${messageOf(reason)}. ${without}`);
  }

  /** Closes the connection for good. */
  close(): void {
    this.isClosing = true;
    this.client.disconnect();
  }

  /** @throws Error if the server takes no writes, since its memory is full or it is a replica */
  private write(): Promise<unknown> {
    return this.client.set(this.purpose.key, 1, 'PX', 1);
  }

  private return(): void {
    if (!this.isAway) return;
    this.isAway = false;
    const { subject, again } = this.purpose;
    this.logger.log(`${subject} is available again: ${again}`);
  }
}

/** Returns the message of an error, which contains no credentials, unlike its properties. */
function messageOf(reason: unknown): string {
  const { message = '', code = '' } = (reason ?? {}) as { message?: string; code?: string };
  return (message || code || 'the connection was closed').replace(/\.$/, '');
}
