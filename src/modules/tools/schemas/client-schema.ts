import type { JsonSchema } from '../../../rules/json-schema.js';

/** Keywords that look at values of one type; the others stand beside the alternatives. */
const keywordTypes: Readonly<Record<string, readonly string[]>> = {
  string: ['pattern', 'format', 'minLength', 'maxLength'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
  object: ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  boolean: [],
  null: [],
};

/** Clients take a schema that says nothing for a mistake. */
export const anyValue: JsonSchema = {
  anyOf: ['string', 'number', 'boolean', 'array', 'object', 'null'].map((type) => ({ type })),
};

/**
 * The same schema in the form that clients of the tool protocol take: one type a schema, with
 * alternatives in `anyOf`, and no object that takes members which it does not name.
 */
export function clientSchema(schema: JsonSchema): JsonSchema {
  const { type } = schema;
  if (Object.keys(schema).every((keyword) => keyword === 'description'))
    return { ...schema, ...anyValue };
  if (Array.isArray(type)) return clientSchema(alternatives(schema, type as readonly string[]));
  const withClientSchemas = Object.entries(schema).map(
    ([keyword, value]) => [keyword, inner(keyword, value)] as const,
  );
  const isClosed = type === 'object' && 'properties' in schema;
  return {
    ...Object.fromEntries(withClientSchemas),
    ...(isClosed && { additionalProperties: false }),
  };
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
  // Alternatives that stand there already have to hold as well.
  const { anyOf: there, ...rest } = Object.fromEntries(beside);
  return {
    ...rest,
    anyOf,
    ...(there !== undefined && { allOf: [...((rest.allOf as []) ?? []), { anyOf: there }] }),
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
