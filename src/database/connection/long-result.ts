import type { RowMeter } from './database.js';

/**
 * Bytes of rows that are read and discarded after the last row that was kept. Up to this size, that
 * is cheaper than a new connection.
 */
const MAX_DISCARDED = 8 * 1024 * 1024;

/** Decides, while a server sends rows, which of them are kept and when to close the connection. */
export class LongResult {
  /** Why rows are no longer kept. */
  failure: unknown = null;
  private discarded = 0;

  /** @param hangUp drops the connection, so that the server stops sending */
  constructor(
    private readonly meter: RowMeter,
    private readonly hangUp: () => void,
  ) {}

  /** Returns whether the next row is kept. No row is kept after the first failure. */
  keeps(bytes: number): boolean {
    if (this.failure !== null) {
      this.discard(bytes);
      return false;
    }
    try {
      this.meter.take(bytes);
      return true;
    } catch (error) {
      this.failure = error;
      return false;
    }
  }

  /** Closes the connection once, when more bytes arrive than a new connection would cost. */
  private discard(bytes: number): void {
    const wasWorthReading = this.discarded <= MAX_DISCARDED;
    this.discarded += bytes;
    if (wasWorthReading && this.discarded > MAX_DISCARDED) this.hangUp();
  }
}

/** Returns why a statement must not be sent, or `null`. */
export function refusedAtStart(meter: RowMeter | undefined): Error | null {
  try {
    meter?.start();
    return null;
  } catch (error) {
    return error as Error;
  }
}
