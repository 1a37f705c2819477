import { oncePer } from '../../base/once-per.js';
import { JsonText } from '../../database/values/json-text.js';
import { storedValue } from '../../database/values/stored-values.js';
import type {
  CompiledField,
  CompiledResource,
} from '../../registry/resources/compiled-resource.js';
import { valueWriter } from '../../database/values/column-json.js';
import type { LoggedValues } from './action-log.entity.js';

/** Replaces a value that no response contains. @contract C8.3 */
export const MASK = '***';

/**
 * Returns the values of a change as responses contain them. Hidden fields and columns are masked:
 * the log shows only that they changed.
 */
export const loggedValues = (
  resource: CompiledResource,
  values: Readonly<Record<string, unknown>>,
): LoggedValues => JSON.parse(loggedJson(resource, values).text) as LoggedValues;

/** Like {@link loggedValues}, as JSON. */
export function loggedJson(
  resource: CompiledResource,
  values: Readonly<Record<string, unknown>>,
): JsonText {
  const writers = writersOf(resource);
  let members = '';
  for (const name of Object.keys(values)) {
    const write = writers.get(name) ?? masked;
    members += `${members && ','}${JSON.stringify(name)}:${write(values[name])}`;
  }
  return new JsonText(`{${members}}`);
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
): boolean =>
  exactFieldsOf(resource)
    .get(column)
    ?.some((name) => Object.hasOwn(logged, name)) ?? false;

type Write = (value: unknown) => string;

const masked: Write = () => `"${MASK}"`;
const asKeys: Write = (keys) => JSON.stringify(keys);

/** Returns the functions that write the values of fields and relations as JSON, by their names. */
const writersOf = oncePer(
  ({ fields, relations }: CompiledResource): ReadonlyMap<string, Write> =>
    new Map([
      ...[...relations.keys()].map((name) => [name, asKeys] as const),
      ...[...fields.values()].flatMap((field) =>
        field.readable ? [[field.name, fieldWriter(field)] as const] : [],
      ),
    ]),
);

/** Returns the fields that show exactly what a column contains, by the name of the column. */
const exactFieldsOf = oncePer(({ fields }: CompiledResource) => {
  const names = new Map<string, string[]>();
  for (const { name, column, readable, options } of fields.values())
    // A number may have fewer digits than the decimal of its column.
    if (readable && !options.number)
      names.set(column.name, [...(names.get(column.name) ?? []), name]);
  return names;
});

function fieldWriter({ column, options }: CompiledField): Write {
  const write = valueWriter(column, options.number === true) as (
    value: unknown,
  ) => string | undefined;
  return (value) => {
    const stored = storedValue(value, column);
    return stored === null ? 'null' : (write(stored) ?? 'null');
  };
}
