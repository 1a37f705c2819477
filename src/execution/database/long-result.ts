import type { RowMeter } from './database.js';

/**
 * Bytes of rows that are read and thrown away behind the last one that was kept. That is cheaper
 * than a new connection; for more than this it is not.
 */
const MOST_SKIPPED = 8 * 1024 * 1024;

/**
 * The rows of a statement while a server sends them: which of them are kept, and when to hang up.
 */
export class LongResult {
  /** Why rows are not kept any more. */
  failure: unknown = null;
  private skipped = 0;

  /** @param hangUp drops the connection, so that the server stops sending */
  constructor(
    private readonly meter: RowMeter,
    private readonly hangUp: () => void,
  ) {}

  /** Is the next row, of so many bytes, kept? */
  keeps(bytes: number): boolean {
    if (this.failure !== null) return this.skip(bytes);
    try {
      this.meter.take(bytes);
      return true;
    } catch (error) {
      this.failure = error;
      return false;
    }
  }

  private skip(bytes: number): false {
    if (this.skipped <= MOST_SKIPPED && (this.skipped += bytes) > MOST_SKIPPED) this.hangUp();
    return false;
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
