import type { JsonSchema } from '../../../rules/json-schema.js';
import type { ToolArguments } from '../catalogue/tool.js';
import { formOf, formsOf, itemsOf, propertiesOf } from './forms-of.js';

/**
 * Reads texts as the values that they stand for: models send `"5"` for 5, and JSON text for a list.
 * A text stays one where the schema takes texts, and where it is not what the schema wants:
 * validation then says so.
 *
 * For tools alone: over HTTP a text is a text.
 */
export function coerceArguments(schema: JsonSchema, args: ToolArguments): ToolArguments {
  return coerce(schema, args) as ToolArguments;
}

function coerce(schema: JsonSchema, value: unknown): unknown {
  const forms = formsOf(schema);
  const meant = typeof value === 'string' ? meaningOf(value, forms) : value;
  if (Array.isArray(meant)) return coerceItems(schema, meant);
  return isObject(meant) ? coerceMembers(schema, meant) : meant;
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

function meaningOf(text: string, forms: readonly JsonSchema[]): unknown {
  if (forms.some((form) => takes(form, text))) return text;
  const parsed = parse(text);
  return parsed !== undefined && forms.some((form) => takes(form, parsed)) ? parsed : text;
}

function takes({ type, enum: members }: JsonSchema, value: unknown): boolean {
  if (Array.isArray(members)) return members.includes(value);
  const isAny = type === undefined || type === typeOf(value);
  return isAny || (type === 'number' && typeof value === 'number');
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
