import type { RowMeter } from './database/database.js';
import type { LoadedNode } from './loaded.js';
import { ReadSlotUnavailable, type ReadSlot } from './read-slot.js';

/**
 * The rows of a request hold more bytes than a response may. Those who know the request say what
 * would fit.
 */
export class TooManyBytes extends Error {
  override readonly name = 'TooManyBytes';
}

/** Bytes from which a read is large, and needs a turn. */
const LARGE = 1024 * 1024;

/**
 * Rows may be so many times as large as the response: databases write JSON with blanks that a
 * response does not have, and policies look at columns that it does not show.
 */
const ROWS = 2;

/** A character takes up to six bytes as JSON: `\u0001`. */
const MAX_BYTES_PER_CHARACTER = 6;

/**
 * About what a record takes as JSON besides its values: its key, its type, its flags, the names of
 * its members.
 */
const RECORD_OVERHEAD = 512;
const VALUE_OVERHEAD = 32;

/** The bytes that one request may still load, counted while rows arrive. @contract C12 */
export class ByteBudget {
  /** What was read. */
  private read = 0;
  /** What was read, as often as the response carries it at most. */
  private carried = 0;
  private settled = 0;
  private around = 0;
  private isGivenUp = false;

  /** @param readSlot `null` for rows that become no response */
  constructor(
    /** Bytes that the records of a response may hold. */
    readonly max: number,
    readonly readSlot: ReadSlot | null,
  ) {}

  /** Is it read in a turn of its own, beside which others shall run? */
  get isLarge(): boolean {
    return this.readSlot?.isLarge ?? false;
  }

  /** Names who asks. */
  get caller(): (() => string) | undefined {
    return this.readSlot?.caller;
  }

  /** Counts the rows of one statement, which is large from now on for this user if they are. */
  meterOf(sql: string): RowMeter {
    let bytes = 0;
    return {
      start: () => this.readSlot?.expect(sql),
      take: (more) => {
        bytes += more;
        if (bytes > LARGE && bytes - more <= LARGE) this.readSlot?.note(sql);
        this.take(more);
      },
    };
  }

  /**
   * @throws TooManyBytes far past the budget; ReadSlotUnavailable when the read is large and none is free
   */
  take(bytes: number): void {
    this.read += bytes;
    if (this.read > this.max * ROWS) throw new TooManyBytes();
    if (this.read > LARGE) this.claim();
  }

  /** Takes what was read since the last time, for these nodes. @throws ReadSlotUnavailable */
  carry(nodes: readonly LoadedNode[]): void {
    const bytes = this.read - this.settled;
    this.settled = this.read;
    for (const { plan, rows, copies } of nodes)
      this.around +=
        (copies ? sum(copies.values()) : rows.length) * recordOverhead(plan.attributes.length);
    this.carryBytes(bytes, nodes);
  }

  /** Takes what callables gave for the records of these nodes. @throws ReadSlotUnavailable */
  carryComputed(nodes: readonly LoadedNode[]): void {
    const bytes = this.read - this.settled;
    if (bytes === 0) return;
    this.settled = this.read;
    this.carryBytes(bytes, nodes);
  }

  /** The same budget for a second attempt. */
  renewed(): ByteBudget {
    return new ByteBudget(this.max, this.readSlot);
  }

  /** Could the response be too large? If not, nobody needs to look closer. */
  get isTight(): boolean {
    return this.carried * MAX_BYTES_PER_CHARACTER + this.around > this.max;
  }

  /** Once it is given up, what runs beside must not take a place that nobody uses. */
  private claim(): void {
    if (this.isGivenUp) throw new ReadSlotUnavailable();
    this.isGivenUp = true;
    this.readSlot?.claim();
    this.isGivenUp = false;
  }

  private carryBytes(bytes: number, nodes: readonly LoadedNode[]): void {
    this.carried += bytes * nodes.reduce((max, node) => Math.max(max, mostCopies(node)), 1);
    if (this.carried > LARGE) this.claim();
  }

  /** @throws TooManyBytes when the records are larger than a response may be */
  verify(bytes: number): void {
    if (bytes > this.max) throw new TooManyBytes();
  }
}

const mostCopies = ({ copies }: LoadedNode): number => {
  let max = 1;
  if (copies !== null) for (const times of copies.values()) max = Math.max(max, times);
  return max;
};

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

const recordOverhead = (attributes: number): number =>
  RECORD_OVERHEAD + attributes * VALUE_OVERHEAD;
