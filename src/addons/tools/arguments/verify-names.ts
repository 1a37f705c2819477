import { allowedNames, RequestError } from '../../../base/errors/index.js';
import type { JsonSchema } from '../../../base/json-schema.js';
import type { ToolArguments } from '../tool/tool.js';
import { formOf, itemsOf, propertiesOf } from './forms-of.js';

type Fault = readonly [path: string, messages: readonly string[]];

/** Characters of an unknown name that an error repeats. */
const MAX_NAME_LENGTH = 40;

/** Faults that are reported per call. */
const MAX_FAULTS = 20;

/**
 * Rejects arguments, and members inside them, that the schema does not name. HTTP ignores unknown
 * members or reads other spellings, but a model must learn that a name it made up has no effect.
 *
 * @throws RequestError `validation_failed` with the allowed names
 */
export function verifyNames(schema: JsonSchema, args: ToolArguments): void {
  const faults = [...unknownIn(schema, args, '')].slice(0, MAX_FAULTS);
  if (faults.length > 0)
    throw new RequestError('validation_failed', { errors: Object.fromEntries(faults) });
}

function* unknownIn(schema: JsonSchema, value: unknown, path: string): Iterable<Fault> {
  if (Array.isArray(value)) yield* unknownInItems(schema, value, path);
  else if (typeof value === 'object' && value !== null) yield* unknownMembers(schema, value, path);
}

function* unknownInItems(
  schema: JsonSchema,
  list: readonly unknown[],
  path: string,
): Iterable<Fault> {
  const items = itemsOf(schema);
  if (!items) return;
  for (const [at, item] of list.entries()) yield* unknownIn(items, item, `${path}${at}.`);
}

function* unknownMembers(schema: JsonSchema, members: object, path: string): Iterable<Fault> {
  const form = formOf(schema, members);
  const properties = propertiesOf(form);
  if (!properties) return;
  for (const [name, value] of Object.entries(members))
    if (Object.hasOwn(properties, name))
      yield* unknownIn(properties[name]!, value, `${path}${name}.`);
    else if (isClosed(form!))
      yield [path + shown(name), [unknownArgument(name, Object.keys(properties))]];
}

const isClosed = ({ additionalProperties, patternProperties }: JsonSchema): boolean =>
  additionalProperties === false && patternProperties === undefined;

/** Returns the message for an unknown argument, with the allowed names. */
export const unknownArgument = (name: string, names: readonly string[]): string =>
  `There is no argument "${shown(name)}".${allowedNames(name, names)}`;

function shown(name: string): string {
  const part = name.slice(0, MAX_NAME_LENGTH).toWellFormed();
  return name.length > MAX_NAME_LENGTH ? `${part}…` : part;
}
