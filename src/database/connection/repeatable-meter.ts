import type { RowMeter } from './database.js';

/**
 * A meter for a statement that may run twice: the second time, it does not count again what it has
 * counted already.
 */
export class RepeatableMeter implements RowMeter {
  /** The meter has stopped the statement, which must not run again. */
  hasRefused = false;
  private counted = 0;
  private arrived = 0;

  constructor(private readonly meter: RowMeter) {}

  start(): void {
    this.arrived = 0;
    this.attempt(() => this.meter.start());
  }

  take(bytes: number): void {
    this.arrived += bytes;
    const more = this.arrived - this.counted;
    if (more <= 0) return;
    this.counted = this.arrived;
    this.attempt(() => this.meter.take(more));
  }

  private attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.hasRefused = true;
      throw error;
    }
  }
}
