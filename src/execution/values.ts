import type { CompiledColumn } from '../registry/compiled-resource.js';

/** Turns a driver's value into the value on the wire; `null` where they are the same. */
export type WireReader = ((value: unknown) => unknown) | null;

/** Told of a value that could not be read: it is answered as null. */
export type CorruptValue = (column: CompiledColumn) => void;

/**
 * `YYYY-MM-DD[ T]HH:MM:SS[.f{0,6}][+00|Z]`, as the three databases write an instant, to ISO 8601 in UTC with
 * milliseconds. By slicing: a `Date` would cost more than the whole row. @contract C1.6
 */
export function isoInstant(text: string): string {
  const fraction = text.charCodeAt(19) === POINT ? (text.slice(20).match(/^\d{1,3}/)?.[0] ?? '') : '';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0')}Z`;
}
const POINT = '.'.charCodeAt(0);

const texts: WireReader = (value) => (value === null ? null : String(value));
const instants: WireReader = (value) => (value === null ? null : isoInstant(value as string));
const booleans: WireReader = (value) => (value === null ? null : value === true || value === 1 || value === '1');
const numbers: WireReader = (value) => (value === null ? null : Number(value));
const base64: WireReader = (value) => (value === null ? null : Buffer.from(value as Uint8Array).toString('base64'));

/** How a column's value is answered. @contract C1.3, C1.6 */
export function wireReader(column: CompiledColumn, asNumber: boolean, corrupt: CorruptValue): WireReader {
  if (column.holdsKey) return texts;
  switch (column.type) {
    case 'bigint':
      return asNumber ? numbers : texts;
    case 'decimal':
      return asNumber ? numbers : decimalReader(column);
    case 'boolean':
      return booleans;
    case 'datetime':
      return instants;
    case 'json':
      return jsonReader(column, corrupt);
    case 'binary':
      return base64;
    default:
      return null;
  }
}

/** How a column's value stands in an entity: instants as `Date`, everything else as on the wire, keys as they are. */
export function entityReader(column: CompiledColumn, corrupt: CorruptValue): WireReader {
  switch (column.type) {
    case 'datetime':
      return (value) => (value === null ? null : new Date(isoInstant(value as string)));
    case 'decimal':
      return decimalReader(column);
    case 'boolean':
      return booleans;
    case 'json':
      return jsonReader(column, corrupt);
    default:
      return null;
  }
}

/** SQLite gives a number, without the zeros at its end. */
const decimalReader =
  ({ scale }: CompiledColumn): WireReader =>
  (value) =>
    typeof value === 'number' ? value.toFixed(scale!) : value;

/** TypeORM keeps a `simple-array` as its items, joined by commas. */
const items: WireReader = (value) => (typeof value === 'string' ? (value === '' ? [] : value.split(',')) : value);

function jsonReader(column: CompiledColumn, corrupt: CorruptValue): WireReader {
  if (column.databaseType === 'simple-array') return items;
  return (value) => {
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value) as unknown;
    } catch {
      corrupt(column);
      return null;
    }
  };
}
