const marked = new WeakSet<object>();

/**
 * Marks a function that computes for long, such as a password hash. One request may have it
 * transform `limits.expensiveValues` values, and no transaction is open while it does:
 * `transform: expensive(bcryptHash)`.
 *
 * @contract C12
 */
export function expensive<Value, Result>(work: (value: Value) => Result): (value: Value) => Result {
  marked.add(work);
  return work;
}

/** Whether a function is marked by {@link expensive}. */
export const isExpensive = (work: object): boolean => marked.has(work);
