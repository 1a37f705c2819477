import type { Facts } from '../rule-entry.js';
import type { SiblingValues } from '../parameters.js';

/**
 * Is there something? Null, blank text and the empty list are nothing; zero, false and a file are
 * something.
 */
export function isGiven(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

/**
 * Does a sibling hold one of the values, as a rule writes them? `true` is written `true`, or `1`;
 * null is `null`.
 */
export const holdsOne = (facts: Facts, { path, values }: SiblingValues): boolean => {
  const value = facts.sibling(path);
  return values.some((written) => isWrittenAs(value, written));
};

function isWrittenAs(value: unknown, written: string): boolean {
  if (typeof value === 'string') return value === written;
  if (typeof value === 'number') return written !== '' && Number(written) === value;
  if (typeof value === 'boolean')
    return written === String(value) || written === String(Number(value));
  return value === null && written === 'null';
}

const yes: ReadonlySet<unknown> = new Set([true, 1, '1', 'true', 'yes', 'on']);
const no: ReadonlySet<unknown> = new Set([false, 0, '0', 'false', 'no', 'off']);

/** What a box that is ticked sends, in JSON or in a form. */
export const isAccepted = (value: unknown): boolean => yes.has(value);
/** What a box that is not ticked sends, where it sends something. */
export const isDeclined = (value: unknown): boolean => no.has(value);
/** The same values, for schemas. */
export const acceptedValues: readonly unknown[] = [...yes];
/** The same values, for schemas. */
export const declinedValues: readonly unknown[] = [...no];
