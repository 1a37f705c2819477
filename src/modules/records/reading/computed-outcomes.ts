import { Logger } from '@nestjs/common';
import { isError } from '../../../base/errors/index.js';
import { UnwritableData } from '../../../serialization/unwritable-data.js';

/** The outcome of a callable for one record. */
export interface ComputedOutcome {
  readonly key: string;
  /** JSON; `null` if the callable failed. */
  readonly json: string | null;
  /** Why it failed. */
  readonly fault?: unknown;
}

/** Waits for the JSON of one record until the timeout. */
export async function outcomeOf(
  key: string,
  json: Promise<string>,
  timeout: Promise<never>,
): Promise<ComputedOutcome> {
  try {
    return { key, json: await Promise.race([json, timeout]) };
  } catch (fault) {
    return { key, json: null, fault };
  }
}

/**
 * Waits for a Map with the values of all records until the timeout; each value is serialized on its
 * own.
 */
export async function outcomesOf(
  keys: readonly string[],
  result: Promise<unknown>,
  write: (value: unknown) => string,
  timeout: Promise<never>,
): Promise<readonly ComputedOutcome[]> {
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
 * Logs a callable's failures, once per request and level: which records have no value, and the
 * error of the first.
 */
export function reportFaults(callable: string, outcomes: readonly ComputedOutcome[]): void {
  const [first] = outcomes;
  const { message, stack } = described(first!.fault);
  const records =
    outcomes.length === 1
      ? `record ${first!.key}`
      : `${outcomes.length} records, ${first!.key} first`;
  new Logger('Callables').error(
    `${callable} returned no value for ${records}: ${message}. The response contains null.`,
    stack,
  );
}

/** Keys may be numbers or strings, like those of the entity. */
function valuesByKey(values: unknown): ReadonlyMap<string, unknown> {
  if (!(values instanceof Map))
    throw new TypeError('a batch callable must return a Map from key to value');
  return new Map(
    [...(values as Map<unknown, unknown>)].map(([key, value]) => [String(key), value]),
  );
}

function writtenBy(
  write: (value: unknown) => string,
  key: string,
  value: unknown,
): ComputedOutcome {
  try {
    return { key, json: write(value) };
  } catch (fault) {
    return { key, json: null, fault };
  }
}

/** Includes the stack, unless the value could not be serialized: then it does not help. */
function described(fault: unknown): { readonly message: string; readonly stack?: string } {
  if (!isError(fault)) return { message: `it threw a ${typeof fault} instead of an Error` };
  const { message, stack } = fault;
  return { message, ...(!(fault instanceof UnwritableData) && stack !== undefined && { stack }) };
}
