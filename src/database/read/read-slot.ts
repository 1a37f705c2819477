import type { LargeReads, RunningRead } from './large-reads.js';

/** Registers work for when a response has been sent or its client has disconnected. */
export type OnEnd = (work: () => void) => void;

/** A read turned out to be large while no place was free. It must wait and be read again. */
export class ReadSlotUnavailable extends Error {
  override readonly name = 'ReadSlotUnavailable';
}

/** The place of one request among the large reads. Most requests never need one. */
export class ReadSlot {
  private running: RunningRead | null = null;

  /**
   * @param caller returns the name of the caller; only called for large or slow reads
   * @param onEnd omitted if the JSON is not sent as a response: then the place is freed as soon as
   * the JSON is complete
   */
  constructor(
    private readonly reads: LargeReads,
    readonly caller: () => string,
    private readonly onEnd?: OnEnd,
  ) {}

  get isLarge(): boolean {
    return this.running !== null;
  }

  /**
   * Claims a place for a statement that was large before.
   * @throws ReadSlotUnavailable when no place is free
   */
  expect(sql: string): void {
    if (this.running === null && this.reads.knowsAny && this.reads.isKnown(this.caller(), sql))
      this.claim();
  }

  /** Notes that a statement turned out to be large. */
  note(sql: string): void {
    this.reads.remember(this.caller(), sql);
  }

  /** @throws ReadSlotUnavailable when no place is free */
  claim(): void {
    if (this.running !== null) return;
    const running = this.reads.tryAcquire(this.caller());
    if (running === null) throw new ReadSlotUnavailable();
    this.take(running);
  }

  /** @throws RequestError `unavailable` when too many reads wait, or the wait is too long */
  async wait(): Promise<void> {
    if (this.running === null) this.take(await this.reads.acquire(this.caller(), this.onEnd));
  }

  /** Reports that the JSON is complete. */
  send(bytes: number): void {
    if (this.onEnd) this.running?.send(bytes);
    else this.leave();
  }

  /** Frees the place, if there is one. */
  leave(): void {
    this.running?.leave();
  }

  private take(running: RunningRead): void {
    this.running = running;
    this.onEnd?.(() => running.leave());
  }
}
