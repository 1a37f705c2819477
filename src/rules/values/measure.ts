import { compareDecimals, decimalOf, type Decimal } from './decimals.js';
import { ReceivedFile } from './received-file.js';
import { isRecord, kindOf, type ValueKind } from './value-kind.js';

/**
 * Returns the size of a value: a number itself, characters (code points), items, members or
 * kilobytes; `null` if it has no size.
 */
export function sizeOf(value: unknown, kind: ValueKind | null): Decimal | null {
  switch (kind ?? kindOf(value)) {
    case 'number':
      return decimalOf(value);
    case 'string':
      return typeof value === 'string' ? whole(countCharacters(value)) : null;
    case 'array':
      return Array.isArray(value) ? whole(value.length) : null;
    case 'object':
      return isRecord(value) ? whole(Object.keys(value).length) : null;
    case 'file':
      return value instanceof ReceivedFile ? decimalOf(value.size / 1024) : null;
    default:
      return null;
  }
}

/** Compares the size of a value with a bound; `null` if the value has no size. */
export function compareSize(value: unknown, kind: ValueKind | null, bound: Decimal): number | null {
  const size = sizeOf(value, kind);
  return size && compareDecimals(size, bound);
}

/** Counts code points, as JSON Schema and databases do; a surrogate pair is one. */
function countCharacters(value: string): number {
  let count = 0;
  for (const _character of value) count++;
  return count;
}

const whole = (count: number): Decimal => ({ units: BigInt(count), places: 0 });
