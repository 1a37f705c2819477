import { SharedState } from '../../base/shared-state.js';
import type { RedisConnection } from './redis-connection.js';
import { RedisCounts } from './redis-counts.js';
import { RedisLeases } from './redis-leases.js';
import type { RedisPackages } from './redis-packages.js';
import { RedisRefusals } from './redis-refusals.js';

/** What all replicas share, in Redis. */
export class RedisState extends SharedState {
  readonly name = 'redis';
  readonly counts: RedisCounts;
  readonly leases: RedisLeases;
  readonly refusals: RedisRefusals;

  constructor(
    private readonly connection: RedisConnection,
    packages: RedisPackages,
  ) {
    super();
    this.counts = new RedisCounts(connection, packages);
    this.leases = new RedisLeases(connection);
    this.refusals = new RedisRefusals(connection);
  }

  get isAvailable(): boolean {
    return this.connection.isAvailable;
  }

  get failures(): number {
    return this.connection.failures;
  }

  /** Connects, in the background. */
  open(): void {
    void this.connection.open();
  }

  close(): void {
    this.connection.close();
  }
}
