import type { RuleFacts } from '../entries/rule-entry.js';
import type { SiblingValues } from '../entries/parameters.js';

/**
 * Returns whether a value is given. Null, blank strings and empty lists are not; zero, false and
 * files are.
 */
export function isGiven(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

/**
 * Returns whether a sibling has one of the values of a rule. A rule writes true as `true` or `1`,
 * and null as `null`.
 */
export const hasOneOf = (facts: RuleFacts, { path, values }: SiblingValues): boolean => {
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

/** Returns whether the value is that of a ticked checkbox, in JSON or in a form. */
export const isAccepted = (value: unknown): boolean => yes.has(value);
/** Returns whether the value is that of a checkbox that is not ticked. */
export const isDeclined = (value: unknown): boolean => no.has(value);
export const acceptedValues: readonly unknown[] = [...yes];
export const declinedValues: readonly unknown[] = [...no];
