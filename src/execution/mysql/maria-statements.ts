import type { PoolConnection } from 'mysql2';

/** Statements that one connection keeps prepared at most, however many the server has room for. */
export const MAX_STATEMENTS = 500;

/**
 * The prepared statements of one connection, the least recently used first. MariaDB and MySQL count
 * those of all connections together (`max_prepared_stmt_count`), so that the ones that are not kept
 * have to be closed on the server.
 */
export class MariaStatements {
  private readonly texts = new Set<string>();

  /** @param max 0: the connection prepares nothing */
  constructor(
    private readonly connection: PoolConnection,
    private readonly max: number,
  ) {}

  get mayPrepare(): boolean {
    return this.max > 0;
  }

  /**
   * Notes that a text was executed as a prepared statement, and closes the oldest one above the
   * limit.
   */
  noteUse(sql: string): void {
    this.texts.delete(sql);
    this.texts.add(sql);
    if (this.texts.size > this.max) this.closeOldest();
  }

  /** Closes all of them, which leaves room on the server. */
  closeAll(): void {
    while (this.texts.size > 0) this.closeOldest();
  }

  private closeOldest(): void {
    const [oldest] = this.texts;
    this.texts.delete(oldest!);
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
