import type { CompiledResource } from '../../../registry/resources/compiled-resource.js';
import type { ValidWrite } from '../../../pipeline/validation/validate-write.js';
import { asColumns, keyIn } from '../lookups/column-values.js';

/**
 * Returns a valid body with further values of a team's operation, by the entity's properties.
 *
 * @param record the record to update; `null` for a new one
 * @throws TypeError for a property without a column, and for another key than that of the record
 * @throws RequestError `validation_failed` for values that do not fit their columns
 */
export function withValues(
  resource: CompiledResource,
  valid: ValidWrite,
  given: Readonly<Record<string, unknown>>,
  record: object | null,
): ValidWrite {
  const unknown = Object.keys(given).find((property) => !resource.table.columns.has(property));
  if (unknown !== undefined)
    throw new TypeError(`"${unknown}" is not a column of the entity of ${resource.name}.`);
  const values = asColumns({ table: resource.table, resource }, given);
  const { keyColumn } = resource;
  if (record && values.has(keyColumn) && values.get(keyColumn) !== keyIn(record, resource))
    throw new TypeError(`The key of a record of ${resource.name} cannot be changed.`);
  return { ...valid, values: new Map([...valid.values, ...values]) };
}
