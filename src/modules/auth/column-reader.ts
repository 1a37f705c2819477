import type { ColumnType, Driver, EntityMetadata } from 'typeorm';
import { readInstant } from './read-instant.js';

/** A column of an entity. */
export type ColumnMetadata = EntityMetadata['columns'][number];

/** Makes of a driver's raw value what the entity's property holds. */
export type ColumnReader = (value: unknown) => unknown;

/** `true`, `1` and their texts, alike on every database. */
export const readBoolean: ColumnReader = (value) =>
  value === null ? null : value === true || value === 'true' || Number(value) === 1;
const readString: ColumnReader = (value) => (value === null ? null : String(value));

/** A corrupt text is `null`: one bad value must not lock its owner out. */
const readJson: ColumnReader = (value) => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return null;
  }
};

const readers = new Map<ColumnType, ColumnReader>([
  [Date, readInstant],
  ['datetime', readInstant],
  ['timestamp', readInstant],
  ['timestamptz', readInstant],
  ['timestamp with time zone', readInstant],
  ['timestamp without time zone', readInstant],
  [Boolean, readBoolean],
  ['boolean', readBoolean],
  ['bool', readBoolean],
  ['json', readJson],
  ['jsonb', readJson],
  ['simple-json', readJson],
  ['bigint', readString],
]);

const listTypes = new Set<ColumnType>(['simple-array', 'simple-enum', 'enum', 'set']);

/**
 * How to read a column, or `undefined` where the driver's value already is what the property holds.
 * TypeORM's own reader is only asked where a transformer or a list is: it takes dates without a
 * zone for local time.
 */
export function findColumnReader(driver: Driver, column: ColumnMetadata): ColumnReader | undefined {
  const own = readers.get(column.type);
  if (!column.transformer && !listTypes.has(column.type)) return own;
  return (value) => driver.prepareHydratedValue(own ? own(value) : value, column) as unknown;
}
