import { RequestError } from '../../../base/errors/index.js';
import type { JsonSchema } from '../../../base/json-schema.js';
import type { ToolArguments } from '../tool/tool.js';
import { formOf, formsOf, itemsOf, propertiesOf } from './forms-of.js';

/**
 * Rejects objects where the schema does not accept them. As query parameters, empty objects would
 * be dropped silently, and the call would read more than the caller requested. The code that reads
 * other values rejects those of a wrong type.
 *
 * @throws RequestError `validation_failed` with the allowed types and the schema's description
 */
export function verifyObjects(schema: JsonSchema, args: ToolArguments): void {
  const errors = Object.fromEntries(objectsIn(schema, args, ''));
  if (Object.keys(errors).length > 0) throw new RequestError('validation_failed', { errors });
}

type Fault = readonly [path: string, messages: readonly string[]];

function* objectsIn(schema: JsonSchema, value: unknown, path: string): Iterable<Fault> {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) yield* objectsInItems(schema, value, path);
  else if (acceptsObjects(schema)) yield* objectsInMembers(schema, value, path);
  else yield [path, [refusalOf(schema, path)]];
}

function* objectsInItems(
  schema: JsonSchema,
  list: readonly unknown[],
  path: string,
): Iterable<Fault> {
  const items = itemsOf(schema);
  if (!items) return;
  for (const [at, item] of list.entries()) yield* objectsIn(items, item, `${path}.${at}`);
}

function* objectsInMembers(schema: JsonSchema, members: object, path: string): Iterable<Fault> {
  const properties = propertiesOf(formOf(schema, members)) ?? {};
  for (const [name, value] of Object.entries(members))
    if (Object.hasOwn(properties, name))
      yield* objectsIn(properties[name]!, value, path === '' ? name : `${path}.${name}`);
}

/** A form without a type, such as a reference, accepts anything. */
const acceptsObjects = (schema: JsonSchema): boolean => {
  const forms = formsOf(schema);
  return forms.length === 0 || forms.some(({ type }) => type === undefined || type === 'object');
};

function refusalOf(schema: JsonSchema, path: string): string {
  const types = [...new Set(formsOf(schema).map(({ type }) => String(type)))].join(' or ');
  const meaning = typeof schema.description === 'string' ? ` ${schema.description}` : '';
  return `The argument "${path}" must be of type ${types}; an object was sent.${meaning}`;
}
