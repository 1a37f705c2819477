import { storedValue } from '../../execution/writes/stored-values.js';
import type { CompiledField, CompiledResource } from '../../registry/compiled-resource.js';
import { valueWriter } from '../../execution/json/column-json.js';
import { asString } from '../../execution/json/value-writers.js';
import type { LoggedValues } from './action-log.entity.js';

/** Replaces a value that no response contains. @contract C8.3 */
export const MASK = '***';

/**
 * Returns the values of a change as responses contain them. Hidden fields and columns are masked:
 * the log shows only that they changed.
 */
export function loggedValues(
  resource: CompiledResource,
  values: Readonly<Record<string, unknown>>,
): LoggedValues {
  const logged: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values))
    logged[name] = loggedValue(resource, name, value);
  return logged;
}

/**
 * Returns whether the log row of a change contains exactly the value of this column.
 *
 * @param logged the values of the log row, by the names of their fields
 */
export const isInLog = (
  resource: CompiledResource,
  logged: Readonly<Record<string, unknown>>,
  column: string,
): boolean => exactFieldsOf(resource, column).some((name) => Object.hasOwn(logged, name));

/** The names of the fields whose values the log contains exactly, by column and resource. */
const exactFields = new WeakMap<CompiledResource, ReadonlyMap<string, readonly string[]>>();

function exactFieldsOf(resource: CompiledResource, column: string): readonly string[] {
  const known = exactFields.get(resource);
  if (known) return known.get(column) ?? [];
  const exact = [...resource.fields.values()].filter(isExact);
  const names = new Map<string, readonly string[]>();
  for (const { name, column: held } of exact)
    names.set(held.name, [...(names.get(held.name) ?? []), name]);
  exactFields.set(resource, names);
  return names.get(column) ?? [];
}

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
  if (stored === null) return null;
  const write = valueWriter(column, options.number === true);
  if (write === asString) return String(stored);
  const json = write(stored as never);
  return json === undefined ? null : JSON.parse(json);
}
