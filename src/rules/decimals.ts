/**
 * A decimal number, exactly: `units` divided by ten to the power of `places`. Not `big.js`: it drops
 * trailing zeros, and the rule `decimal` counts the places as they were written.
 */
export interface Decimal {
  readonly units: bigint;
  readonly places: number;
}

/** Digits that a number in a text may have on either side of its point. */
export const MAX_PLACES = 400;

const written = /^(-?)(\d{1,400})(?:\.(\d{1,400}))?(?:e([+-]?\d{1,3}))?$/;

/** A finite number, or a text that is one in plain digits; `null` for anything else. */
export function decimalOf(value: unknown): Decimal | null {
  if (typeof value === 'string') return value.includes('e') ? null : parseDecimal(value);
  return typeof value === 'number' && Number.isFinite(value) ? parseDecimal(String(value)) : null;
}

function parseDecimal(text: string): Decimal | null {
  const parts = text.length > 810 ? null : written.exec(text);
  if (!parts) return null;
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts;
  const units = BigInt(`${whole}${fraction}`) * (sign ? -1n : 1n);
  const places = fraction.length - Number(exponent);
  return places < 0 ? { units: units * 10n ** BigInt(-places), places: 0 } : { units, places };
}

/** Below zero, zero or above it, as `a` is less than, equal to or more than `b`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const difference = unitsAt(a, b.places) - unitsAt(b, a.places);
  return difference < 0n ? -1 : Number(difference > 0n);
}

/** Is it a whole multiple? Only zero is one of zero. */
export function isMultipleOf(value: Decimal, step: Decimal): boolean {
  const units = unitsAt(value, step.places);
  const stepUnits = unitsAt(step, value.places);
  return stepUnits === 0n ? units === 0n : units % stepUnits === 0n;
}

const unitsAt = ({ units, places }: Decimal, atLeast: number): bigint =>
  places >= atLeast ? units : units * 10n ** BigInt(atLeast - places);
