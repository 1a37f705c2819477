import type { Queue } from 'bullmq';
import type { Redis, RedisOptions } from 'ioredis';
import { SharedQueue } from '../../base/shared-queue.js';
import { impatient, RedisConnection, type ConnectionPurpose } from './redis-connection.js';
import type { QueuePackage, RedisPackages } from './redis-packages.js';
import { RedisReceiver, type QueueSettings } from './redis-receiver.js';

/** Milliseconds after which another process gets the work of one that has died, at most twice so many. */
const STALLED = 10_000;

/** The name of the queue, after the prefix. */
const NAME = 'work';

/** Where the queue is. */
export interface RedisQueueOptions {
  readonly address: RedisOptions;
  /** The beginning of all keys. */
  readonly prefix: string;
  /** Milliseconds that a request waits for Redis. */
  readonly timeout: number;
  /** Milliseconds after which the work of a process that has died is found. */
  readonly stalled?: number;
}

/** The queue in Redis, with connections of its own. It contains nothing but ids. */
export class RedisQueue extends SharedQueue {
  private readonly connection: RedisConnection;
  private readonly client: Redis;
  private opened: Queue | undefined;
  private receiver: RedisReceiver | undefined;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly packages: Pick<RedisPackages, 'Redis'> & QueuePackage,
    private readonly options: RedisQueueOptions,
  ) {
    super();
    this.client = new packages.Redis({ ...options.address, ...impatient(options.timeout) });
    this.connection = new RedisConnection(this.client, purpose(options.prefix));
  }

  get isAvailable(): boolean {
    return this.connection.isAvailable;
  }

  async add(id: string): Promise<boolean> {
    if (this.closing) return false;
    // Ids of jobs must not be integers or contain a colon.
    const jobId = `id-${encodeURIComponent(id)}`;
    const added = await this.connection.run(() => this.queue.add(id, null, { jobId }));
    return added !== undefined;
  }

  receive(concurrency: number, work: (id: string) => Promise<void>): void {
    if (this.receiver) throw new Error('The process receives work already.');
    if (this.closing) return;
    // It reports outages, also those of the receiver.
    void this.connection.open();
    this.receiver = new RedisReceiver(this.packages, {
      name: NAME,
      settings: this.settings,
      address: this.options.address,
      stalled: this.options.stalled ?? STALLED,
      timeout: this.options.timeout,
      concurrency,
      work,
      onRefusal: (error) => this.connection.leave(error),
    });
  }

  close(): Promise<void> {
    return (this.closing ??= this.end());
  }

  private async end(): Promise<void> {
    await this.receiver?.close();
    this.connection.close();
  }

  /** The queue needs an open connection to begin with. */
  private get queue(): Queue {
    this.opened ??= this.open();
    return this.opened;
  }

  private open(): Queue {
    const queue = new this.packages.Queue(NAME, {
      ...this.settings,
      connection: this.client,
      skipMetasUpdate: true,
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
    });
    // The connection reports them.
    queue.on('error', () => undefined);
    return queue;
  }

  /** The version is not checked, because that would write to the console. */
  private get settings(): QueueSettings {
    return { prefix: `${this.options.prefix}queue`, skipVersionCheck: true };
  }
}

const purpose = (prefix: string): ConnectionPurpose => ({
  subject: 'The queue in Redis',
  without: 'The database alone carries runs.',
  again: 'it carries runs.',
  key: `${prefix}queue-available`,
});
