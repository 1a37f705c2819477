/**
 * An exact decimal number: `units` divided by ten to the power of `places`. Not `big.js`, because
 * it drops trailing zeros, and the rule `decimal` counts the places as written.
 */
export interface Decimal {
  readonly units: bigint;
  readonly places: number;
}

/** The maximum number of digits on each side of the decimal point in a string. */
export const MAX_PLACES = 400;

const written = /^(-?)(\d{1,400})(?:\.(\d{1,400}))?(?:e([+-]?\d{1,3}))?$/;

/** Parses a finite number, or a string of plain digits; `null` for anything else. */
export function decimalOf(value: unknown): Decimal | null {
  if (typeof value === 'string') return value.includes('e') ? null : parseDecimal(value);
  return typeof value === 'number' && Number.isFinite(value) ? parseDecimal(String(value)) : null;
}

function parseDecimal(value: string): Decimal | null {
  const parts = value.length > 810 ? null : written.exec(value);
  if (!parts) return null;
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts;
  const units = BigInt(`${whole}${fraction}`) * (sign ? -1n : 1n);
  const places = fraction.length - Number(exponent);
  return places < 0 ? { units: units * 10n ** BigInt(-places), places: 0 } : { units, places };
}

/** Returns a negative number, zero or a positive number if `a` is less than, equal to or greater than `b`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const difference = unitsAt(a, b.places) - unitsAt(b, a.places);
  return difference < 0n ? -1 : Number(difference > 0n);
}

/** Returns whether it is a whole multiple. Only zero is a multiple of zero. */
export function isMultipleOf(value: Decimal, step: Decimal): boolean {
  const units = unitsAt(value, step.places);
  const stepUnits = unitsAt(step, value.places);
  return stepUnits === 0n ? units === 0n : units % stepUnits === 0n;
}

const unitsAt = ({ units, places }: Decimal, atLeast: number): bigint =>
  places >= atLeast ? units : units * 10n ** BigInt(atLeast - places);
