import type { JsonSchema } from '../../../rules/json-schema.js';

/** Keywords that apply to one type; the others are written next to the alternatives. */
const keywordTypes: Readonly<Record<string, readonly string[]>> = {
  string: ['pattern', 'format', 'minLength', 'maxLength'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
  object: ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  boolean: [],
  null: [],
};

/** Any value, written out: clients treat an empty schema as a mistake. */
export const anyValue: JsonSchema = {
  anyOf: ['string', 'number', 'boolean', 'array', 'object', 'null'].map((type) => ({ type })),
};

/**
 * Returns the same schema in the form that MCP clients accept: one type per schema, alternatives in
 * `anyOf`, and no additional members in objects.
 */
export function clientSchema(schema: JsonSchema): JsonSchema {
  const { type } = schema;
  if (Object.keys(schema).every((keyword) => keyword === 'description'))
    return { ...schema, ...anyValue };
  if (Array.isArray(type)) return clientSchema(alternatives(schema, type as readonly string[]));
  const keywords = Object.entries(schema).map(
    ([keyword, value]) => [keyword, inner(keyword, value)] as const,
  );
  const isClosed = type === 'object' && 'properties' in schema;
  return { ...Object.fromEntries(keywords), ...(isClosed && { additionalProperties: false }) };
}

function alternatives(schema: JsonSchema, types: readonly string[]): JsonSchema {
  const ofTypes = new Set(types.flatMap((type) => keywordTypes[type] ?? []));
  const keywords = Object.entries(schema).filter(([keyword]) => keyword !== 'type');
  const beside = keywords.filter(([keyword]) => !ofTypes.has(keyword));
  const anyOf = types.map((type) => ({
    type,
    ...Object.fromEntries(keywords.filter(([keyword]) => keywordTypes[type]?.includes(keyword))),
  }));
  const [only] = anyOf;
  if (anyOf.length === 1) return { ...Object.fromEntries(beside), ...only };
  // Existing alternatives must match as well.
  const { anyOf: existing, ...rest } = Object.fromEntries(beside);
  return {
    ...rest,
    anyOf,
    ...(existing !== undefined && { allOf: [...((rest.allOf as []) ?? []), { anyOf: existing }] }),
  };
}

function inner(keyword: string, value: unknown): unknown {
  if (keyword === 'properties')
    return Object.fromEntries(
      Object.entries(value as Readonly<Record<string, JsonSchema>>).map(([name, each]) => [
        name,
        clientSchema(each),
      ]),
    );
  if (keyword === 'items' || keyword === 'not') return clientSchema(value as JsonSchema);
  if (keyword === 'anyOf' || keyword === 'allOf')
    return (value as readonly JsonSchema[]).map(clientSchema);
  return value;
}
