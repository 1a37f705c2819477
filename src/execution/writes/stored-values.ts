import type { CompiledColumn, ValueType } from '../../registry/compiled-resource.js';

type Store = (value: never, column: CompiledColumn) => unknown;

const asStoredString: Store = (value: unknown) => String(value);

/** Only these differ from what the entity's property holds. */
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

/** An entity's value as it is bound to a column, alike for every database. */
export function storedValue(value: unknown, column: CompiledColumn): unknown {
  if (value === null || value === undefined) return null;
  const store = stores[column.type];
  return store ? store(value as never, column) : value;
}

/** `YYYY-MM-DD HH:MM:SS.mmm` in UTC: no driver turns it by the zone of the process. */
const datetimeString = (date: Date): string => date.toISOString().replace('T', ' ').slice(0, -1);
