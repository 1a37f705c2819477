import type { JsonSchema } from '../../../base/json-schema.js';
import type { ToolArguments } from '../tool/tool.js';
import { formOf, formsOf, itemsOf, propertiesOf } from './forms-of.js';

/**
 * Coerces strings to the types of the schema: models send `"5"` for 5, and a JSON string for a
 * list. A string is kept if the schema accepts strings, or if it does not parse to an accepted
 * type; validation then reports it.
 *
 * Only for tools: HTTP does not coerce.
 */
export function coerceArguments(schema: JsonSchema, args: ToolArguments): ToolArguments {
  return coerce(schema, args) as ToolArguments;
}

function coerce(schema: JsonSchema, value: unknown): unknown {
  const forms = formsOf(schema);
  const coerced = typeof value === 'string' ? coerceString(value, forms) : value;
  if (Array.isArray(coerced)) return coerceItems(schema, coerced);
  return isObject(coerced) ? coerceMembers(schema, coerced) : coerced;
}

function coerceItems(schema: JsonSchema, list: readonly unknown[]): readonly unknown[] {
  const items = itemsOf(schema);
  return items ? list.map((item) => coerce(items, item)) : list;
}

function coerceMembers(schema: JsonSchema, members: object): object {
  const properties = propertiesOf(formOf(schema, members));
  if (!properties) return members;
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      Object.hasOwn(properties, name) ? coerce(properties[name]!, value) : (value as unknown),
    ]),
  );
}

function coerceString(value: string, forms: readonly JsonSchema[]): unknown {
  if (forms.some((form) => accepts(form, value))) return value;
  const parsed = parse(value);
  return parsed !== undefined && forms.some((form) => accepts(form, parsed)) ? parsed : value;
}

function accepts({ type, enum: members }: JsonSchema, value: unknown): boolean {
  if (Array.isArray(members)) return members.includes(value);
  const isAny = type === undefined || type === typeOf(value);
  return isAny || (type === 'number' && typeof value === 'number');
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
