import type { CompiledColumn, ValueType } from '../../registry/resources/compiled-resource.js';
import * as writers from './value-writers.js';
import type { ValueWriter } from './value-writers.js';

/** The values that a database may write as JSON, if it writes the same bytes as the service. */
export type DatabaseForm =
  'integer' | 'integerKey' | 'bigint' | 'decimal' | 'text' | 'boolean' | 'instant' | 'date';

/** How the service and a database write values as JSON. Both write the same bytes. */
export interface JsonForm {
  /** Returns a function that writes the column's values, as the driver returns them. */
  readonly writer: (column: CompiledColumn) => ValueWriter;
  /** `null` if only the service can write the values: every database would write them differently. */
  readonly database: DatabaseForm | null;
}

/** How the values of a column type are written as JSON. */
export interface ColumnJson {
  readonly plain: JsonForm;
  /** For a field with the option `number`. `plain` writes a string, which keeps all digits. */
  readonly number?: JsonForm;
  /** For a column that contains a key. Keys are strings in responses. @contract C1.3 */
  readonly key: JsonForm;
  /**
   * How PostgreSQL returns the value in rows that it combines into one JSON string: as JSON
   * (`value`), or as the string that the driver would receive, because JSON would change the value
   * (`text`). Such rows cannot contain a column with `never`.
   */
  readonly inRows: 'value' | 'text' | 'never';
}

const form = (write: ValueWriter, database: DatabaseForm | null): JsonForm => ({
  writer: () => write,
  database,
});

const { asBase64, asBigint, asBoolean, asDate, asInstant, asNumber, asString, asTime } = writers;

/** A key is the string that the driver returns. A database would write it differently. */
const driverKey = form(asString, null);
const text = form(asString, 'text');

/**
 * How the service and the databases write each column type. If a database cannot, the service itself
 * reads relations with such a column and writes their JSON.
 *
 * @contract C1.3, C1.6
 */
export const columnJson: Readonly<Record<ValueType, ColumnJson>> = {
  integer: {
    plain: form(asNumber, 'integer'),
    key: form(asString, 'integerKey'),
    inRows: 'value',
  },
  bigint: {
    plain: form(asBigint, 'bigint'),
    number: form(asNumber, null), // digits may be lost
    key: form(asString, 'bigint'),
    inRows: 'text',
  },
  decimal: {
    plain: { writer: writers.asDecimal, database: 'decimal' },
    number: form(asNumber, null), // digits may be lost
    key: driverKey,
    inRows: 'text',
  },
  // Databases write exponents differently.
  float: { plain: form(asNumber, null), key: driverKey, inRows: 'value' },
  text: { plain: text, key: text, inRows: 'text' },
  uuid: { plain: text, key: text, inRows: 'value' },
  boolean: { plain: form(asBoolean, 'boolean'), key: driverKey, inRows: 'value' },
  datetime: { plain: form(asInstant, 'instant'), key: driverKey, inRows: 'text' },
  date: { plain: form(asDate, 'date'), key: driverKey, inRows: 'value' },
  // Engines write the fraction of a second differently.
  time: { plain: form(asTime, null), key: driverKey, inRows: 'text' },
  // The service parses JSON and writes it again.
  json: {
    plain: { writer: writers.asJson, database: null },
    key: driverKey,
    inRows: 'text',
  },
  // Binary data is written in base64.
  binary: { plain: form(asBase64, null), key: driverKey, inRows: 'never' },
};

/**
 * Returns how the values of a column are written as JSON.
 *
 * @param asNumber whether the field is written as a number
 */
export function jsonFormOf(column: CompiledColumn, asNumber: boolean): JsonForm {
  const { plain, number = plain, key } = columnJson[column.type];
  if (column.holdsKey) return key;
  return asNumber ? number : plain;
}

/**
 * Returns the writer of a column's values. @param asNumber whether the field is written as a number
 */
export const valueWriter = (column: CompiledColumn, asNumber: boolean): ValueWriter =>
  jsonFormOf(column, asNumber).writer(column);
