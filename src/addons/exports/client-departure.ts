import type { OnEnd } from '../../database/read/read-slot.js';

/**
 * Whether the client of an export has left, or has everything. The records that are read one part
 * after another register their ends here, because each end that is registered at the response itself
 * stays there until the response ends.
 */
export class ClientDeparture {
  private isOver = false;
  private ends: (() => void)[] = [];

  /** @param onEnd absent where the end is unknown */
  constructor(onEnd?: OnEnd) {
    onEnd?.(() => {
      this.isOver = true;
      for (const end of this.ends) end();
    });
  }

  get hasLeft(): boolean {
    return this.isOver;
  }

  /** Returns where the next part registers its ends, in place of those of the previous part. */
  nextPart(): OnEnd {
    const ends: (() => void)[] = [];
    this.ends = ends;
    return (end) => {
      if (this.isOver) end();
      else ends.push(end);
    };
  }
}
