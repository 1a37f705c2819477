import { isDeepStrictEqual } from 'node:util';

/** Computes a result that takes long, such as the hash of a password. */
export type Compute<Value, Result> = (value: Value) => Promise<Result>;

interface Computation {
  readonly compute: Compute<never, unknown>;
  readonly value: unknown;
}

interface Computed extends Computation {
  readonly result: Promise<unknown>;
}

/**
 * The most rounds of computations. After them, code whose values differ in every attempt has its
 * results computed inside the transaction.
 */
const MAX_ROUNDS = 5;

/** Ends an attempt, so that its transaction is rolled back. */
class Postponed extends Error {}

/** Ends a transaction that must be joined, so that something can be computed before it. */
export class NotJoined extends Error {}

/**
 * Collects the slow computations that a joined transaction asks for, and keeps their results for
 * its next attempt: the attempt that asks is rolled back, and they run while no transaction is
 * open.
 */
export class Beforehand {
  private readonly computed: Computed[] = [];
  private due: Computation[] = [];
  private unused: readonly Computed[] = [];
  private rounds = 0;

  /** Begins an attempt, which may use each of the earlier results once. */
  begin(): void {
    this.due = [];
    this.unused = this.computed;
  }

  /** Ends an attempt. @throws Postponed if its code went on without results that it asked for */
  end(): void {
    if (this.due.length > 0) throw new Postponed();
  }

  /** @throws Postponed if it is to be computed first; the error of the computation */
  async resultOf<Value, Result>(compute: Compute<Value, Result>, value: Value): Promise<Result> {
    const found = this.unused.find(
      (each) => each.compute === compute && isDeepStrictEqual(each.value, value),
    );
    this.unused = this.unused.filter((each) => each !== found);
    if (found) return found.result as Promise<Result>;
    if (this.rounds === MAX_ROUNDS) return compute(value);
    this.due.push({ compute, value });
    throw new Postponed();
  }

  /**
   * Computes what the last attempt asked for. A failure is thrown where the next attempt asks again.
   *
   * @returns whether it asked for anything
   */
  async computeDue(): Promise<boolean> {
    const { due } = this;
    if (due.length === 0) return false;
    this.due = [];
    this.rounds += 1;
    for (const each of due) {
      const result = each.compute(each.value as never);
      await result.catch(() => undefined);
      this.computed.push({ result, ...each });
    }
    return true;
  }
}
