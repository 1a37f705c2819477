interface Waiter<Ticket> {
  readonly caller: string;
  readonly kind: string;
  readonly rank: number;
  readonly enter: (ticket: Ticket) => void;
}

/** How somebody waits. */
export interface Wait {
  /** Whose turns are counted together. Defaults to one caller for all. */
  readonly caller?: string;
  /** What {@link FairQueue.admitKind} ends together. */
  readonly kind?: string;
  /** The lower goes first among the waits of one caller. Defaults to 0. */
  readonly rank?: number;
  /** Milliseconds after which the wait ends with an error; unlimited by default. */
  readonly maxWait?: number;
  /** Returns the error of a wait that has ended. */
  readonly refuse?: () => Error;
  /** Registers the function that ends the wait when nobody needs it any more. */
  readonly onEnd?: ((work: () => void) => void) | undefined;
}

/**
 * Waits in a fair order. The caller who has used least goes first; of those who used the same, the one
 * with the lowest rank, and then the one who came first.
 *
 * @typeParam Ticket what a wait ends with
 */
export class FairQueue<Ticket = void> {
  /** Sorted by rank, and then by arrival. */
  private readonly waiters: Waiter<Ticket>[] = [];
  /** What callers used while others waited. */
  private readonly used = new Map<string, number>();

  get length(): number {
    return this.waiters.length;
  }

  /** Returns the number of waits of one caller. */
  lengthOf(caller: string): number {
    return this.waiters.filter((waiter) => waiter.caller === caller).length;
  }

  wait({ caller = '', kind = '', rank = 0, maxWait, refuse, onEnd }: Wait): Promise<Ticket> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        if (this.remove(waiter)) reject(refuse!());
      };
      const timer = maxWait === undefined ? undefined : setTimeout(giveUp, maxWait);
      const enter = (ticket: Ticket): void => {
        clearTimeout(timer);
        resolve(ticket);
      };
      const waiter: Waiter<Ticket> = { caller, kind, rank, enter };
      const at = this.waiters.findIndex((other) => other.rank > rank);
      this.waiters.splice(at < 0 ? this.waiters.length : at, 0, waiter);
      onEnd?.(giveUp);
    });
  }

  /** Counts what a caller has used, in any unit, until nobody waits. */
  charge(caller: string, amount: number): void {
    this.used.set(caller, this.usedBy(caller) + amount);
  }

  /** Lets a caller go after all who wait now. */
  postpone(caller: string): void {
    const last = Math.max(0, ...this.waiters.map((waiter) => this.usedBy(waiter.caller)));
    this.used.set(caller, last + 1);
  }

  /** Forgets what a caller has used. */
  forget(caller: string): void {
    this.used.delete(caller);
  }

  /**
   * Ends the next wait. Returns `false` if none can end.
   *
   * @param ticketFor returns what the caller gets
   * @param mayEnter whether a caller's wait may end now
   */
  admit(ticketFor: (caller: string) => Ticket, mayEnter = (_caller: string) => true): boolean {
    const able = this.waiters.filter(({ caller }) => mayEnter(caller));
    if (this.length === 0) this.used.clear();
    const least = Math.min(...able.map(({ caller }) => this.usedBy(caller)));
    const next = able.find(({ caller }) => this.usedBy(caller) === least);
    if (!next) return false;
    this.remove(next);
    next.enter(ticketFor(next.caller));
    return true;
  }

  /** Ends waits of one kind, out of turn. Returns how many. @param max the most waits to end */
  admitKind(kind: string, max: number, ticket: Ticket): number {
    const admitted = this.waiters.filter((waiter) => waiter.kind === kind).slice(0, max);
    for (const waiter of admitted) {
      this.remove(waiter);
      waiter.enter(ticket);
    }
    return admitted.length;
  }

  private remove(waiter: Waiter<Ticket>): boolean {
    const at = this.waiters.indexOf(waiter);
    if (at >= 0) this.waiters.splice(at, 1);
    return at >= 0;
  }

  private usedBy(caller: string): number {
    return this.used.get(caller) ?? 0;
  }
}
