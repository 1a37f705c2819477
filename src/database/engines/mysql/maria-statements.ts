import type { PoolConnection } from 'mysql2';

/** The most statements that one connection keeps prepared, even if the server allows more. */
export const MAX_STATEMENTS = 500;

/**
 * The prepared statements of one connection, the least recently used first. MariaDB and MySQL count
 * those of all connections together (`max_prepared_stmt_count`), so statements that are not kept
 * must be closed on the server.
 */
export class MariaStatements {
  private readonly prepared = new Set<string>();

  /** @param max 0: the connection prepares nothing */
  constructor(
    private readonly connection: PoolConnection,
    private readonly max: number,
  ) {}

  get mayPrepare(): boolean {
    return this.max > 0;
  }

  /** Notes that a prepared statement was executed, and closes the oldest one above the limit. */
  noteUse(sql: string): void {
    this.prepared.delete(sql);
    this.prepared.add(sql);
    if (this.prepared.size > this.max) this.closeOldest();
  }

  /** Closes all of them, which frees their share of the server's limit. */
  closeAll(): void {
    while (this.prepared.size > 0) this.closeOldest();
  }

  private closeOldest(): void {
    const [oldest] = this.prepared;
    this.prepared.delete(oldest!);
    // mysql2 finds a statement by its SQL and its options, which only its promise interface accepts.
    this.connection.promise().unprepare({ sql: oldest!, rowsAsArray: true });
  }
}

/**
 * Returns how many statements each connection may keep prepared, so that all connections of the
 * process together stay within their share of the server's limit.
 *
 * @param limit the server's `max_prepared_stmt_count`, for all connections of all clients
 * @param share percent of it that this process may use
 */
export function statementsPerConnection(limit: number, share: number, poolSize: number): number {
  return Math.min(MAX_STATEMENTS, Math.floor((limit * share) / 100 / poolSize));
}
