import { decimalText, isoInstant, parseJson, toBoolean, type CorruptValue } from '../execution/values.js';
import type { CompiledColumn } from '../registry/compiled-resource.js';
import { jsonData, jsonString } from './json-text.js';

/** Writes a driver's value, which is not null, as JSON. */
export type ValueWriter = (value: never) => string;

const asString: ValueWriter = (value: unknown) => jsonString(String(value));
const asBoolean: ValueWriter = (value: unknown) => (toBoolean(value) ? 'true' : 'false');
const asBase64: ValueWriter = (value: Uint8Array) => `"${Buffer.from(value).toString('base64')}"`;

/**
 * How a column's value is answered: keys, bigints and decimals as strings, instants in UTC, alike on every database.
 *
 * @param numbers does the field ask for a number where a string would keep all digits?
 * @contract C1.3, C1.6
 */
export function valueWriter(column: CompiledColumn, numbers: boolean, corrupt: CorruptValue): ValueWriter {
  const asNumber = numberWriter(column, corrupt);
  if (column.holdsKey) return asString;
  switch (column.type) {
    case 'integer':
    case 'float':
      return asNumber;
    case 'bigint':
      return numbers ? asNumber : asString;
    case 'decimal':
      return numbers ? asNumber : (value: unknown) => jsonString(decimalText(value, column));
    case 'boolean':
      return asBoolean;
    case 'datetime':
      return instantWriter(column, corrupt);
    case 'json':
      return (value: unknown) => jsonData(parseJson(value, column, corrupt));
    case 'binary':
      return asBase64;
    default:
      return asString;
  }
}

/** JSON has no word for what is no number, or has no end. */
const numberWriter =
  (column: CompiledColumn, corrupt: CorruptValue): ValueWriter =>
  (value: unknown) => {
    const number = Number(value);
    return Number.isFinite(number) ? String(number) : nullFor(column, corrupt);
  };

const instantWriter =
  (column: CompiledColumn, corrupt: CorruptValue): ValueWriter =>
  (value: unknown) => {
    const instant = isoInstant(value);
    return instant === null ? nullFor(column, corrupt) : `"${instant}"`;
  };

function nullFor(column: CompiledColumn, corrupt: CorruptValue): string {
  corrupt(column);
  return 'null';
}
