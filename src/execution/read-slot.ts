import type { LargeReads, Place } from './large-reads.js';

/** Registers what to do when a response is sent, or its caller is gone. */
export type OnEnd = (work: () => void) => void;

/** A read turned out to be large while no place was free: it has to wait, and to be read again. */
export class ReadSlotUnavailable extends Error {
  override readonly name = 'ReadSlotUnavailable';
}

/** The place of one request among the large reads; most requests never need one. */
export class ReadSlot {
  private place: Place | null = null;

  /**
   * @param caller names who asks; called only for what is large or slow
   * @param onEnd left out where nobody waits for the text: then the place is free as soon as there
   * is one
   */
  constructor(
    private readonly reads: LargeReads,
    readonly caller: () => string,
    private readonly onEnd?: OnEnd,
  ) {}

  get isLarge(): boolean {
    return this.place !== null;
  }

  /**
   * A statement begins that may have been large before.
   * @throws ReadSlotUnavailable when it was, and no place is free
   */
  expect(sql: string): void {
    if (this.place === null && this.reads.knowsAny && this.reads.isKnown(this.caller(), sql))
      this.claim();
  }

  /** A statement turned out to be large. */
  note(sql: string): void {
    this.reads.remember(this.caller(), sql);
  }

  /** @throws ReadSlotUnavailable when no place is free */
  claim(): void {
    if (this.place !== null) return;
    const place = this.reads.tryAcquire(this.caller());
    if (place === null) throw new ReadSlotUnavailable();
    this.take(place);
  }

  /** @throws RequestError `unavailable` when too many wait, or for too long */
  async wait(): Promise<void> {
    if (this.place === null) this.take(await this.reads.acquire(this.caller(), this.onEnd));
  }

  /** The text is ready. */
  send(bytes: number): void {
    if (this.onEnd) this.place?.send(bytes);
    else this.leave();
  }

  /** Frees the place, if there is one. */
  leave(): void {
    this.place?.leave();
  }

  private take(place: Place): void {
    this.place = place;
    this.onEnd?.(() => place.leave());
  }
}
