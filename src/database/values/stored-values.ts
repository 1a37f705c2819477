import { JsonText } from './json-text.js';
import type { CompiledColumn, ValueType } from '../../registry/resources/compiled-resource.js';

type Store = (value: never, column: CompiledColumn) => unknown;

const asStoredString: Store = (value: unknown) => String(value);

/** Only these types differ from the values of entities. */
const stores: Readonly<Partial<Record<ValueType, Store>>> = {
  integer: (value: unknown) => Number(value),
  bigint: asStoredString,
  decimal: asStoredString,
  text: asStoredString,
  uuid: asStoredString,
  json: (value: unknown, { databaseType }) =>
    databaseType === 'simple-array'
      ? (value as readonly string[]).join(',')
      : JSON.stringify(value),
  datetime: (value: unknown) =>
    datetimeString(value instanceof Date ? value : new Date(String(value))),
};

/** Returns an entity's value as it is bound to a column, alike on every database. */
export function storedValue(value: unknown, column: CompiledColumn): unknown {
  if (value === null || value === undefined) return null;
  if (value instanceof JsonText) return value.text;
  const store = stores[column.type];
  return store ? store(value as never, column) : value;
}

/**
 * Returns `YYYY-MM-DD HH:MM:SS.mmm` in UTC, which no driver converts by the time zone of the
 * process.
 */
const datetimeString = (date: Date): string => date.toISOString().replace('T', ' ').slice(0, -1);
