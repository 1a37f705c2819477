import { isDeepStrictEqual } from 'node:util';

/** Computes a result that takes long, such as the hash of a password. */
export type Compute<Value, Result> = (value: Value) => Promise<Result> | Result;

interface Computation {
  readonly compute: Compute<never, unknown>;
  readonly values: readonly unknown[];
}

interface Computed extends Computation {
  readonly results: readonly unknown[];
}

/**
 * The most attempts that end because something has to be computed. After that, code whose values
 * differ in every attempt has its results computed inside the transaction.
 */
const MAX_ATTEMPTS = 5;

/** Ends an attempt, so that its transaction is rolled back. */
class Postponed extends Error {}

/**
 * What the attempts of one joined transaction need computed. An attempt that needs a result is
 * rolled back; the result is computed while no transaction is open, and the next attempt finds it.
 */
export class Beforehand {
  private readonly computed: Computed[] = [];
  private due: Computation[] = [];
  private attempts = 0;

  /** Whether an attempt ended because something has to be computed. */
  get isDue(): boolean {
    return this.due.length > 0;
  }

  /** Begins an attempt. Results of earlier ones are kept. */
  begin(): void {
    this.due = [];
    this.attempts += 1;
  }

  /** Ends an attempt whose code went on without its results. */
  end(): void {
    if (this.isDue) throw new Postponed();
  }

  async resultsOf<Value, Result>(
    compute: Compute<Value, Result>,
    values: readonly Value[],
  ): Promise<readonly Result[]> {
    const found = this.computed.find(
      (each) => each.compute === compute && isDeepStrictEqual(each.values, values),
    );
    if (found) return found.results as readonly Result[];
    if (this.attempts > MAX_ATTEMPTS) return computeAll(compute, values);
    this.due.push({ compute, values });
    throw new Postponed();
  }

  async computeDue(): Promise<void> {
    for (const each of this.due)
      this.computed.push({
        ...each,
        results: await computeAll(each.compute, each.values as never),
      });
  }
}

/** One after another, so that those of other requests are computed between them. */
export async function computeAll<Value, Result>(
  compute: Compute<Value, Result>,
  values: readonly Value[],
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const value of values) results.push(await compute(value));
  return results;
}
