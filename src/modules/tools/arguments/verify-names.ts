import { allowedNames, RequestError } from '../../../errors/index.js';
import type { JsonSchema } from '../../../rules/json-schema.js';
import type { ToolArguments } from '../catalogue/tool.js';
import { formOf, itemsOf, propertiesOf } from './forms-of.js';

type Fault = readonly [path: string, texts: readonly string[]];

/** Characters of the caller's text that a refusal repeats. */
const MAX_NAME_LENGTH = 40;

/** Faults that are told of one call, at most. */
const MAX_FAULTS = 20;

/**
 * Holds the names of arguments, and of members in them, against a schema that names all there are.
 * What is beside them HTTP passes over or knows by another spelling; a model that made a name up
 * would never learn that nothing came of it.
 *
 * @throws RequestError `validation_failed` with what is allowed
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

/** Describes an argument that does not exist, with those that do. */
export const unknownArgument = (name: string, names: readonly string[]): string =>
  `There is no argument "${shown(name)}".${allowedNames(name, names)}`;

function shown(name: string): string {
  const part = name.slice(0, MAX_NAME_LENGTH).toWellFormed();
  return name.length > MAX_NAME_LENGTH ? `${part}…` : part;
}
