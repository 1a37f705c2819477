import { dateText, decimalText, isoInstant, parseJson, toBoolean } from '../execution/values.js';
import type { CompiledColumn } from '../registry/compiled-resource.js';
import { jsonData, jsonString } from './json-text.js';

/**
 * Writes a driver's value, which is not null, as JSON; `undefined` when it is none of its column.
 */
export type ValueWriter = (value: never) => string | undefined;

const asString: ValueWriter = (value: unknown) => jsonString(String(value));
const asBase64: ValueWriter = (value: Uint8Array) => `"${Buffer.from(value).toString('base64')}"`;
const asInstant: ValueWriter = (value: unknown) => quoted(isoInstant(value) ?? undefined);
const asDate: ValueWriter = (value: unknown) => quoted(dateText(value));
const asBoolean: ValueWriter = (value: unknown) => {
  const answer = toBoolean(value);
  return answer === undefined ? undefined : String(answer);
};
const asBigint: ValueWriter = (value: unknown) => {
  const text = String(value);
  return /^-?\d+$/.test(text) ? `"${text}"` : undefined;
};

/** JSON has no word for what is no number, or has no end. */
const asNumber: ValueWriter = (value: unknown) => {
  const number = value === '' ? NaN : Number(value);
  return Number.isFinite(number) ? String(number) : undefined;
};

const asDecimal =
  (column: CompiledColumn): ValueWriter =>
  (value: unknown) =>
    quoted(decimalText(value, column));

const asJson =
  (column: CompiledColumn): ValueWriter =>
  (value: unknown) => {
    const data = parseJson(value, column);
    return data === undefined ? undefined : writtenJson(data);
  };

/**
 * How a column's value is answered: keys, bigints and decimals as strings, instants in UTC, alike
 * on every database.
 *
 * @param numbers does the field ask for a number where a string would keep all digits?
 * @contract C1.3, C1.6
 */
export function valueWriter(column: CompiledColumn, numbers: boolean): ValueWriter {
  if (column.holdsKey) return asString;
  switch (column.type) {
    case 'integer':
    case 'float':
      return asNumber;
    case 'bigint':
      return numbers ? asNumber : asBigint;
    case 'decimal':
      return numbers ? asNumber : asDecimal(column);
    case 'boolean':
      return asBoolean;
    case 'datetime':
      return asInstant;
    case 'date':
      return asDate;
    case 'json':
      return asJson(column);
    case 'binary':
      return asBase64;
    default:
      return asString;
  }
}

const quoted = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : `"${text}"`;

/** What is nested deeper than it can be written is as good as broken. */
function writtenJson(data: unknown): string | undefined {
  try {
    return jsonData(data);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
