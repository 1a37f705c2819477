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
export const oneByOne = <Values extends readonly unknown[]>(
  steps: readonly [...Steps<Values>],
): Eventual<Values> =>
  inTurn<() => unknown, unknown>(steps, (step) => step()) as unknown as Eventual<Values>;

/** Like {@link oneByOne}, with the same work for each item of a list. */
export function inTurn<Item, Value>(
  items: readonly Item[],
  work: (item: Item, at: number) => Eventual<Value>,
): Eventual<readonly Value[]> {
  const values: Value[] = [];
  for (let at = 0; at < items.length; at++) {
    const value = work(items[at]!, at);
    if (isPromise(value)) return theRest(values, value, items, work);
    values.push(value);
  }
  return values;
}

async function theRest<Item, Value>(
  values: readonly Value[],
  next: PromiseLike<Value>,
  items: readonly Item[],
  work: (item: Item, at: number) => Eventual<Value>,
): Promise<readonly Value[]> {
  const all = [...values, await next];
  for (let at = all.length; at < items.length; at++) all.push(await work(items[at]!, at));
  return all;
}

/** Policies are written by applications, which may return promises of another library. */
const isPromise = <Value>(value: Eventual<Value>): value is Promise<Value> =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Partial<PromiseLike<unknown>>).then === 'function';
