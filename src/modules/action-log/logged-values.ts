import { storedValue } from '../../database/values/stored-values.js';
import type {
  CompiledField,
  CompiledResource,
} from '../../registry/resources/compiled-resource.js';
import { valueWriter } from '../../database/values/column-json.js';
import type { LoggedValues } from './action-log.entity.js';

/** Replaces a value that no response contains. @contract C8.3 */
const MASK = '***';

/**
 * Returns the values of a change as responses contain them. Hidden fields and columns are masked:
 * the log shows only that they changed.
 */
export function loggedValues(
  resource: CompiledResource,
  values: Readonly<Record<string, unknown>>,
): LoggedValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, loggedValue(resource, name, value)]),
  );
}

/**
 * Returns whether the log row of a change contains exactly the value of this column.
 *
 * @param logged the values of the log row, by the names of their fields
 */
export const isInLog = (
  { fields }: CompiledResource,
  logged: Readonly<Record<string, unknown>>,
  column: string,
): boolean =>
  [...fields.values()].some(
    (field) => field.column.name === column && Object.hasOwn(logged, field.name) && isExact(field),
  );

/** A number may have fewer digits than the decimal of its column. */
const isExact = ({ readable, options }: CompiledField): boolean => readable && !options.number;

function loggedValue(
  { fields, relations }: CompiledResource,
  name: string,
  value: unknown,
): unknown {
  const field = fields.get(name);
  if (field?.readable) return wireValue(field, value);
  return relations.has(name) ? value : MASK;
}

function wireValue({ column, options }: CompiledField, value: unknown): unknown {
  const stored = storedValue(value, column);
  const json =
    stored === null ? undefined : valueWriter(column, options.number === true)(stored as never);
  return json === undefined ? null : JSON.parse(json);
}
