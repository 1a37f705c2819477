/**
 * Pseudo-random numbers that are the same on every machine (mulberry32). Each table has its own
 * stream, so that changing one table does not change the others.
 */
export class Random {
  #state: number;

  /** @param stream the table's name */
  constructor(stream: string) {
    this.#state = hash(stream);
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns a whole number, including both bounds. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** @param share from 0 (never) to 1 (always) */
  chance(share: number): boolean {
    return this.next() < share;
  }

  /** @throws RangeError if the list is empty */
  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new RangeError('Nothing can be picked from an empty list.');
    return items[this.integer(0, items.length - 1)] as Item;
  }

  /** Returns a number of different items, in the order drawn; all of them if there are fewer. */
  sample<Item>(items: readonly Item[], count: number): Item[] {
    const left = [...items];
    const drawn: Item[] = [];
    while (drawn.length < count && left.length > 0)
      drawn.push(...left.splice(this.integer(0, left.length - 1), 1));
    return drawn;
  }

  /** Returns a number of hexadecimal digits. */
  hex(digits: number): string {
    return Array.from({ length: digits }, () => this.integer(0, 15).toString(16)).join('');
  }

  /** Returns a UUID of version 4. */
  uuid(): string {
    return [
      this.hex(8),
      this.hex(4),
      `4${this.hex(3)}`,
      `${this.pick(['8', '9', 'a', 'b'])}${this.hex(3)}`,
      this.hex(12),
    ].join('-');
  }
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (const letter of text) sum = Math.imul(sum ^ letter.codePointAt(0)!, 0x01000193);
  return sum;
}
