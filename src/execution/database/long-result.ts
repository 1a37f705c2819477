import type { RowMeter } from './database.js';

/**
 * Bytes of rows that are read and thrown away behind the last one that was kept. That is cheaper
 * than a new connection; for more than this it is not.
 */
const MAX_DISCARDED = 8 * 1024 * 1024;

/**
 * The rows of a statement while a server sends them: which of them are kept, and when to hang up.
 */
export class LongResult {
  /** Why rows are not kept any more. */
  failure: unknown = null;
  private discarded = 0;

  /** @param hangUp drops the connection, so that the server stops sending */
  constructor(
    private readonly meter: RowMeter,
    private readonly hangUp: () => void,
  ) {}

  /** Returns whether the next row, of so many bytes, is kept: none is after the first failure. */
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

  /** Hangs up once, when more bytes arrive than a new connection would cost. */
  private discard(bytes: number): void {
    const wasWorthReading = this.discarded <= MAX_DISCARDED;
    this.discarded += bytes;
    if (wasWorthReading && this.discarded > MAX_DISCARDED) this.hangUp();
  }
}

/** Why a statement is not sent at all; `null` where it is. */
export function refusedAtStart(meter: RowMeter | undefined): Error | null {
  try {
    meter?.start();
    return null;
  } catch (error) {
    return error as Error;
  }
}
