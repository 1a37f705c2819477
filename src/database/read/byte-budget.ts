import type { ReadSource, RowMeter } from '../connection/database.js';
import type { LoadedNode } from './loaded.js';
import { ReadSlotUnavailable, type ReadSlot } from './read-slot.js';

/** The rows of a request contain more bytes than a response may. */
export class TooManyBytes extends Error {
  override readonly name = 'TooManyBytes';

  /** @param bytes those of the response; `null` if its rows were not read to the end */
  constructor(readonly bytes: number | null) {
    super('The records take more bytes than a response can contain.');
  }
}

/** Bytes from which a read is large, and needs a slot. */
const LARGE = 1024 * 1024;

/**
 * How many times larger than the response rows may be: databases write JSON with extra spaces, and
 * policies use columns that the response does not contain.
 */
const ROWS = 2;

/** A character has up to six bytes as JSON: `\u0001`. */
const MAX_BYTES_PER_CHARACTER = 6;

/**
 * Approximate bytes of a record as JSON besides its values: its key, type, flags and member names.
 */
const RECORD_OVERHEAD = 512;
const VALUE_OVERHEAD = 32;

/** The bytes that one request may still load, counted while rows arrive. @contract C12 */
export class ByteBudget {
  /** Bytes that were read. */
  private read = 0;
  /** Bytes that were read, multiplied by how often the response contains them at most. */
  private carried = 0;
  private settled = 0;
  private around = 0;
  private isGivenUp = false;

  /**
   * @param readSlot `null` for rows that become no response
   * @param source where the rows may be read besides the primary
   */
  constructor(
    /** The most bytes of a response's records. */
    readonly max: number,
    readonly readSlot: ReadSlot | null,
    readonly source?: ReadSource,
  ) {}

  /**
   * Whether the read holds a slot of large reads. Such a read pauses so that other requests can
   * run.
   */
  get isLarge(): boolean {
    return this.readSlot?.isLarge ?? false;
  }

  /** The bytes of the rows that were read. */
  get loaded(): number {
    return this.read;
  }

  /** Returns the name of the caller. */
  get caller(): (() => string) | undefined {
    return this.readSlot?.caller;
  }

  /**
   * Counts the rows of one statement. If they are large, the statement counts as large for this
   * user from now on.
   */
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
   * @throws TooManyBytes far over the budget; ReadSlotUnavailable when the read is large and none
   * is free
   */
  take(bytes: number): void {
    this.read += bytes;
    if (this.read > this.max * ROWS) throw new TooManyBytes(null);
    if (this.read > LARGE) this.claim();
  }

  /** Counts what was read since the last call, for these nodes. @throws ReadSlotUnavailable */
  carry(nodes: readonly LoadedNode[]): void {
    const bytes = this.read - this.settled;
    this.settled = this.read;
    for (const { plan, rows, copies } of nodes)
      this.around +=
        (copies ? sum(copies.values()) : rows.length) * recordOverhead(plan.attributes.length);
    this.carryBytes(bytes, nodes);
  }

  /** Counts what callables returned for the records of these nodes. @throws ReadSlotUnavailable */
  carryComputed(nodes: readonly LoadedNode[]): void {
    const bytes = this.read - this.settled;
    if (bytes === 0) return;
    this.settled = this.read;
    this.carryBytes(bytes, nodes);
  }

  /** Returns a new, equal budget for a second attempt. */
  renewed(): ByteBudget {
    return new ByteBudget(this.max, this.readSlot, this.source);
  }

  /** Whether the response could be too large. If not, its bytes need not be counted exactly. */
  get isTight(): boolean {
    return this.carried * MAX_BYTES_PER_CHARACTER + this.around > this.max;
  }

  /** Once a claim has failed, concurrent statements must not take a slot that would not be used. */
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
    if (bytes > this.max) throw new TooManyBytes(bytes);
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
