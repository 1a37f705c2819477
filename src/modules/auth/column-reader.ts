import type { ColumnType, Driver } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { readInstant } from '../../database/values/read-instant.js';

/** Converts a driver's raw value to the value of the entity's property. */
export type ColumnReader = (value: unknown) => unknown;

/** Reads `true`, `1` and their strings, the same on every database. */
export const readBoolean: ColumnReader = (value) =>
  value === null ? null : value === true || value === 'true' || Number(value) === 1;
const readString: ColumnReader = (value) => (value === null ? null : String(value));

/** Reads invalid JSON as `null`: one bad value must not lock out its owner. */
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
 * Returns the reader of a column; `undefined` if the driver's value needs no conversion. TypeORM's
 * own reader is used only for transformers and lists: it reads dates without a zone as local time.
 */
export function findColumnReader(driver: Driver, column: ColumnMetadata): ColumnReader | undefined {
  const own = readers.get(column.type);
  if (!column.transformer && !listTypes.has(column.type)) return own;
  return (value) => driver.prepareHydratedValue(own ? own(value) : value, column) as unknown;
}
