import { Logger } from '@nestjs/common';
import type { Worker, WorkerOptions } from 'bullmq';
import type { Redis, RedisOptions } from 'ioredis';
import { withTimeout } from '../../base/schedule/with-timeout.js';
import { isReplica, pauseBefore, requireDatabase } from './redis-connection.js';
import type { QueuePackage, RedisPackages } from './redis-packages.js';

export type QueueSettings = Pick<WorkerOptions, 'prefix' | 'skipVersionCheck'>;

/** What a process receives, and how. */
export interface Reception {
  readonly name: string;
  readonly settings: QueueSettings;
  readonly address: RedisOptions;
  /** Milliseconds after which the work of a process that has died is found. */
  readonly stalled: number;
  /** Milliseconds that the end waits for Redis. */
  readonly timeout: number;
  readonly concurrency: number;
  readonly work: (id: string) => Promise<void>;
  /** Is called for errors of the server, such as a full memory. */
  readonly onRefusal: (error: Error) => void;
}

/**
 * Receives ids from a queue in Redis. Unlike requests, it waits for Redis: without a connection,
 * commands wait for the next one.
 */
export class RedisReceiver {
  private readonly logger = new Logger('Redis');
  private readonly clients: Redis[] = [];
  private readonly working = new Set<Promise<void>>();
  private readonly worker: Worker;
  private isClosing = false;
  private isOver = false;

  constructor(
    { Redis, Worker }: Pick<RedisPackages, 'Redis'> & Pick<QueuePackage, 'Worker'>,
    private readonly reception: Reception,
  ) {
    const open = (options: RedisOptions): Redis => {
      const client = new Redis(options);
      requireDatabase(client);
      client.on('ready', () => this.isOver && client.disconnect());
      // The worker waits for new work with a copy.
      client.duplicate = (changed) => open({ ...options, ...changed });
      this.clients.push(client);
      return client;
    };
    const { name, settings, address, concurrency, stalled } = reception;
    const connection = open({ ...address, ...this.patient() });
    this.worker = new Worker(name, ({ name: id }) => this.process(id), {
      ...settings,
      connection,
      concurrency,
      lockDuration: stalled,
      stalledInterval: stalled,
      // It is the database that knows whether work is done, however often its process has died.
      maxStalledCount: Number.MAX_SAFE_INTEGER,
    });
    this.worker.on('error', (error) => this.report(error));
    this.worker.on('failed', (job, error) => this.logger.error({ text: job?.name, error }));
  }

  /** Takes no more work. Resolves when that in progress has ended. */
  async close(): Promise<void> {
    this.isClosing = true;
    const isConnected = this.clients.every(({ status }) => status === 'ready');
    // Without a connection, it would wait for one.
    const closed = this.worker.close(!isConnected);
    await this.settle();
    await withTimeout(this.reception.timeout, (late) => Promise.race([closed, late])).catch(
      (error: Error) => this.logger.debug(error.message),
    );
    this.isOver = true;
    for (const client of this.clients)
      // One that is about to connect again ends after that, and with it the commands that wait.
      if (client.status !== 'reconnecting') client.disconnect();
    await this.settle();
  }

  private patient(): RedisOptions {
    return {
      maxRetriesPerRequest: null,
      retryStrategy: (attempt) => (this.isClosing ? null : pauseBefore(attempt)),
      reconnectOnError: isReplica,
    };
  }

  private async process(id: string): Promise<void> {
    const working = this.reception.work(id).finally(() => this.working.delete(working));
    this.working.add(working);
    await working;
  }

  private async settle(): Promise<void> {
    while (this.working.size > 0) await Promise.allSettled(this.working);
  }

  /**
   * Errors of connections are those of the connection that adds work. Others follow from them: what
   * Redis has forgotten cannot end there, and another process may get it, too.
   */
  private report(error: Error): void {
    if (error.name === 'ReplyError') this.reception.onRefusal(error);
    else this.logger.debug(error.message);
  }
}
