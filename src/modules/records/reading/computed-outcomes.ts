import { Logger } from '@nestjs/common';
import { isError } from '../../../errors/index.js';
import { UnwritableData } from '../../../serialization/unwritable-data.js';

/** What became of a callable for one record. */
export interface Outcome {
  readonly key: string;
  /** JSON; `null` where there is none. */
  readonly json: string | null;
  /** Why there is none. */
  readonly fault?: unknown;
}

/** Waits for the text of one record, as long as it is not late. */
export async function outcomeOf(
  key: string,
  json: Promise<string>,
  timeout: Promise<never>,
): Promise<Outcome> {
  try {
    return { key, json: await Promise.race([json, timeout]) };
  } catch (fault) {
    return { key, json: null, fault };
  }
}

/**
 * Waits for a Map with the values of all records, as long as it is not late; each is written by
 * itself.
 */
export async function outcomesOf(
  keys: readonly string[],
  result: Promise<unknown>,
  write: (value: unknown) => string,
  timeout: Promise<never>,
): Promise<readonly Outcome[]> {
  const written = result.then((values) => {
    const byKey = valuesByKey(values);
    return keys.map((key) => writtenBy(write, key, byKey.get(key)));
  });
  try {
    return await Promise.race([written, timeout]);
  } catch (fault) {
    return keys.map((key) => ({ key, json: null, fault }));
  }
}

/**
 * Tells the author of a callable, once a request and level, which records have no value, and why
 * the first has none.
 */
export function reportFaults(callable: string, outcomes: readonly Outcome[]): void {
  const [first] = outcomes;
  const { message, stack } = described(first!.fault);
  const records =
    outcomes.length === 1
      ? `record ${first!.key}`
      : `${outcomes.length} records, ${first!.key} first`;
  new Logger('Callables').error(
    `${callable} gave nothing for ${records}: ${message}. It is answered as null.`,
    stack,
  );
}

/** Keys may be numbers or strings, as the entity has them. */
function valuesByKey(values: unknown): ReadonlyMap<string, unknown> {
  if (!(values instanceof Map))
    throw new TypeError('a callable over a batch gives a Map from key to value');
  return new Map(
    [...(values as Map<unknown, unknown>)].map(([key, value]) => [String(key), value]),
  );
}

function writtenBy(write: (value: unknown) => string, key: string, value: unknown): Outcome {
  try {
    return { key, json: write(value) };
  } catch (fault) {
    return { key, json: null, fault };
  }
}

/** A stack leads to the author's code, but not where it was the data that could not be written. */
function described(fault: unknown): { readonly message: string; readonly stack?: string } {
  if (!isError(fault)) return { message: `it threw a ${typeof fault} that is no error` };
  const { message, stack } = fault;
  return { message, ...(!(fault instanceof UnwritableData) && stack !== undefined && { stack }) };
}
