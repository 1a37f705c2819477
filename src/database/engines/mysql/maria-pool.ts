import { createPool, type Pool, type PoolConnection, type PoolOptions } from 'mysql2';

const counted = new WeakMap<Pool, PoolConnections>();

/**
 * Creates mysql2's pool. TypeORM opens the first connection before it exposes the pool, so the
 * listeners are added here: the session settings are the first statement of each connection.
 */
export function openPool(options: PoolOptions, sessionSettings: string): Pool {
  const pool = createPool(options);
  const connections = new PoolConnections(pool);
  counted.set(pool, connections);
  pool.on('connection', (connection: PoolConnection) => {
    // A connection that breaks fails its statement; without a listener it would end the process.
    connection.on('error', () => connections.forget(connection));
    connection.query(sessionSettings, (error) => {
      if (error) connections.drop(connection);
    });
  });
  return pool;
}

/** Returns the connections of a pool that {@link openPool} made. */
export const connectionsOf = (pool: Pool): PoolConnections => counted.get(pool)!;

/** Counts the connections of a pool by its events, since mysql2 has no counters of its own. */
export class PoolConnections {
  /** Called when a connection has ended. */
  onForget: () => void = () => undefined;
  private readonly opened = new Set<PoolConnection>();
  private readonly unused = new Set<PoolConnection>();

  constructor(pool: Pool) {
    pool.on('connection', (connection: PoolConnection) => {
      this.opened.add(connection);
      connection.once('end', () => this.forget(connection));
    });
    pool.on('acquire', (connection: PoolConnection) => this.unused.delete(connection));
    pool.on('release', (connection: PoolConnection) => this.unused.add(connection));
  }

  get open(): number {
    return this.opened.size;
  }

  get idle(): number {
    return this.unused.size;
  }

  /** Whether statements can be sent: mysql2 throws for a connection that has ended. */
  isOpen(connection: PoolConnection): boolean {
    return this.opened.has(connection);
  }

  /** Closes a connection that cannot be used again. */
  drop(connection: PoolConnection): void {
    this.forget(connection);
    connection.destroy();
  }

  forget(connection: PoolConnection): void {
    if (this.opened.delete(connection)) this.onForget();
    this.unused.delete(connection);
  }
}
