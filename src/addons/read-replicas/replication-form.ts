import type { DataSource } from 'typeorm';

/** How an engine reports what a server has stored, and what a replica of it has applied. */
export interface ReplicationForm {
  /**
   * A statement for the primary. It returns its history and its position, after everything that was
   * committed before; no row, or no position, if the server cannot be compared with a replica.
   */
  readonly primary: string;
  /** The same for a replica: up to its position, everything can be read there. */
  readonly replica: string;
  /** Whether a server at a position has everything up to another position of the same history. */
  covers(position: string, required: string): boolean;
  /**
   * Calls the listener whenever a connection of the pool has ended. The server may have crashed and
   * started again, with less than it had applied before.
   */
  onDisconnect(dataSource: DataSource, listener: () => void): Promise<void> | void;
  /** Returns SQL that stores the mark (second value) of a caller (first value). */
  storeMark(table: string): string;
}
