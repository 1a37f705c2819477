import {
  dateString,
  decimalString,
  isoInstant,
  parseJson,
  timeString,
  toBoolean,
} from './values.js';
import type { CompiledColumn } from '../../registry/resources/compiled-resource.js';
import { jsonData, jsonString } from './json-string.js';

/**
 * Writes a driver's value, which is not null, as JSON; returns `undefined` if it does not fit its
 * column.
 */
export type ValueWriter = (value: never) => string | undefined;

export const asString: ValueWriter = (value: unknown) => jsonString(String(value));
export const asBase64: ValueWriter = (value: Uint8Array) =>
  `"${Buffer.from(value).toString('base64')}"`;
export const asInstant: ValueWriter = (value: unknown) => quoted(isoInstant(value) ?? undefined);
export const asDate: ValueWriter = (value: unknown) => quoted(dateString(value));
export const asTime: ValueWriter = (value: unknown) => quoted(timeString(value));
export const asBoolean: ValueWriter = (value: unknown) => {
  const result = toBoolean(value);
  return result === undefined ? undefined : String(result);
};
export const asBigint: ValueWriter = (value: unknown) => {
  const digits = String(value);
  return /^-?\d+$/.test(digits) ? `"${digits}"` : undefined;
};

/** JSON has no form for NaN and infinity. */
export const asNumber: ValueWriter = (value: unknown) => {
  const number = value === '' ? NaN : Number(value);
  return Number.isFinite(number) ? String(number) : undefined;
};

export const asDecimal =
  (column: CompiledColumn): ValueWriter =>
  (value: unknown) =>
    quoted(decimalString(value, column));

export const asJson =
  (column: CompiledColumn): ValueWriter =>
  (value: unknown) => {
    const data = parseJson(value, column);
    return data === undefined ? undefined : writtenJson(data);
  };

const quoted = (value: string | undefined): string | undefined =>
  value === undefined ? undefined : `"${value}"`;

/** Data that is nested too deeply to be written counts as corrupt. */
function writtenJson(data: unknown): string | undefined {
  try {
    return jsonData(data);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
