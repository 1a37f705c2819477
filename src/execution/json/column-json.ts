import type { CompiledColumn, ValueType } from '../../registry/compiled-resource.js';
import * as postgres from './postgres-forms.js';
import type { PostgresForm } from './postgres-forms.js';
import * as writers from './value-writers.js';
import type { ValueWriter } from './value-writers.js';

/** How the service and the database write values as JSON, byte for byte alike. */
export interface JsonForm {
  /** Returns the writer of a column's values as returned by the driver. */
  readonly writer: (column: CompiledColumn) => ValueWriter;
  /** `null`: PostgreSQL may not write them. */
  readonly postgres: PostgresForm | null;
}

/** How a column type is written. */
export interface ColumnJson {
  readonly plain: JsonForm;
  /** For a field with the option `number`, where a string would keep all digits. */
  readonly number?: JsonForm;
  /** For a column with a key, which is a string. @contract C1.3 */
  readonly key: JsonForm;
  /**
   * How a value is sent in rows that PostgreSQL sends as one JSON string: as JSON, as the string of
   * the driver, since JSON would change it, or not at all.
   */
  readonly inRows: 'value' | 'text' | 'never';
}

const form = (write: ValueWriter, database: PostgresForm | null): JsonForm => ({
  writer: () => write,
  postgres: database,
});

const { asBase64, asBigint, asBoolean, asDate, asInstant, asNumber, asString } = writers;

/** The string of a key is the driver's, which PostgreSQL would write differently. */
const driverKey = form(asString, null);
const text = form(asString, postgres.text);

/**
 * One row per column type: how the service writes it, and how PostgreSQL does. If the latter is
 * `null`, the service reads and writes relations with such a column.
 *
 * @contract C1.3, C1.6
 */
export const columnJson: Readonly<Record<ValueType, ColumnJson>> = {
  integer: {
    plain: form(asNumber, postgres.integer),
    key: form(asString, postgres.integerKey),
    inRows: 'value',
  },
  bigint: {
    plain: form(asBigint, postgres.bigint),
    number: form(asNumber, null), // digits may be lost
    key: form(asString, postgres.bigint),
    inRows: 'text',
  },
  decimal: {
    plain: { writer: writers.asDecimal, postgres: postgres.decimal },
    number: form(asNumber, null), // digits may be lost
    key: driverKey,
    inRows: 'text',
  },
  // PostgreSQL writes exponents differently.
  float: { plain: form(asNumber, null), key: driverKey, inRows: 'value' },
  text: { plain: text, key: text, inRows: 'value' },
  uuid: { plain: text, key: text, inRows: 'value' },
  boolean: { plain: form(asBoolean, postgres.boolean), key: driverKey, inRows: 'value' },
  datetime: { plain: form(asInstant, postgres.instant), key: driverKey, inRows: 'text' },
  date: { plain: form(asDate, postgres.date), key: driverKey, inRows: 'value' },
  // Parsed and written again.
  json: {
    plain: { writer: writers.asJson, postgres: null },
    key: driverKey,
    inRows: 'text',
  },
  // Written as Base64.
  binary: { plain: form(asBase64, null), key: driverKey, inRows: 'never' },
};

/**
 * Returns how a column is written.
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
