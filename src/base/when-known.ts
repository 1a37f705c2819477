/** A value that is known already, or a promise of it. Policies may return either. */
export type Eventual<Value> = Value | Promise<Value>;

/** Passes a value on: at once if it is known, so that it costs no promise. */
export function whenKnown<Value, Result>(
  value: Eventual<Value>,
  use: (value: Value) => Eventual<Result>,
): Eventual<Result> {
  return isPromise(value) ? Promise.resolve(value).then(use) : use(value);
}

/** Handles an error of work that may return its value at once. */
export function orElse<Value>(
  work: () => Eventual<Value>,
  handle: (error: unknown) => Eventual<Value>,
): Eventual<Value> {
  try {
    const value = work();
    return isPromise(value) ? Promise.resolve(value).catch(handle) : value;
  } catch (error) {
    return handle(error);
  }
}

/** Returns the values of a list, without a promise if all of them are known. */
export function allKnown<Value>(values: readonly Eventual<Value>[]): Eventual<readonly Value[]> {
  return values.some(isPromise) ? Promise.all(values) : (values as readonly Value[]);
}

/** Functions that return these values. */
type Steps<Values extends readonly unknown[]> = {
  readonly [At in keyof Values]: () => Eventual<Values[At]>;
};

/**
 * Runs steps one after another and returns their values, without a promise if each value is known
 * at once.
 */
export function oneByOne<Values extends readonly unknown[]>(
  steps: readonly [...Steps<Values>],
): Eventual<Values> {
  const values: unknown[] = [];
  for (const step of steps) {
    const value = step();
    if (isPromise(value))
      return theRest(values, value, steps.slice(values.length + 1)) as Promise<Values>;
    values.push(value);
  }
  return values as unknown as Values;
}

async function theRest(
  values: readonly unknown[],
  next: PromiseLike<unknown>,
  steps: readonly (() => unknown)[],
): Promise<readonly unknown[]> {
  const all = [...values, await next];
  for (const step of steps) all.push(await step());
  return all;
}

/** Policies are written by applications, which may return promises of another library. */
const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Partial<PromiseLike<unknown>>).then === 'function';
