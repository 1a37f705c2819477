import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '../../base/json-schema.js';

type Join = (a: never, b: never) => unknown;

/** How to merge two values of a keyword into one that is as strict as both. */
const joins: ReadonlyMap<string, Join> = new Map<string, Join>([
  ['type', intersectTypes],
  ['minimum', Math.max],
  ['exclusiveMinimum', Math.max],
  ['minLength', Math.max],
  ['minItems', Math.max],
  ['minProperties', Math.max],
  ['maximum', Math.min],
  ['exclusiveMaximum', Math.min],
  ['maxLength', Math.min],
  ['maxItems', Math.min],
  ['maxProperties', Math.min],
  ['required', (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])]],
  ['description', (a: string, b: string) => `${a} ${b}`],
  ['allOf', (a: readonly unknown[], b: readonly unknown[]) => [...a, ...b]],
]);

/** Returns a schema that accepts the values that both accept. */
export function mergeSchemas(a: JsonSchema, b: JsonSchema): JsonSchema {
  const merged: Record<string, unknown> = { ...a };
  const apart: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(b)) {
    const existing = merged[keyword];
    const join = joins.get(keyword);
    if (existing === undefined || isDeepStrictEqual(existing, value)) merged[keyword] = value;
    else if (join) merged[keyword] = join(existing as never, value as never);
    else apart[keyword] = value;
  }
  if (Array.isArray(merged.type) && merged.type.length === 0) return { not: {} };
  return Object.keys(apart).length === 0 ? merged : mergeSchemas(merged, { allOf: [apart] });
}

type Types = string | readonly string[];
const namesOf = (types: Types): readonly string[] => (typeof types === 'string' ? [types] : types);

/** An integer is a number. */
function intersectTypes(a: Types, b: Types): Types {
  const [left, right] = [namesOf(a), namesOf(b)];
  const common = new Set([
    ...left.filter(
      (type) => right.includes(type) || (type === 'integer' && right.includes('number')),
    ),
    ...right.filter((type) => type === 'integer' && left.includes('number')),
  ]);
  return common.size === 1 ? [...common][0]! : [...common];
}

/** Keywords that apply to values of one type only, and not to null. */
const ofOneType: ReadonlySet<string> = new Set([
  ...['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'pattern', 'format'],
  ...['minItems', 'maxItems', 'items', 'uniqueItems'],
  ...['minProperties', 'maxProperties', 'properties', 'required', 'additionalProperties'],
  'description',
]);

/** Returns a schema that also accepts null. */
export function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: members, ...rest } = schema as { type?: Types; enum?: readonly unknown[] };
  if (!Object.keys(rest).every((keyword) => ofOneType.has(keyword)))
    return { anyOf: [schema, { type: 'null' }] };
  return {
    ...(type && { type: [...new Set([...namesOf(type), 'null'])] }),
    ...(members && { enum: [...new Set([...members, null])] }),
    ...rest,
  };
}

const typesButNull: Types = ['string', 'number', 'boolean', 'array', 'object'];

/** Returns a schema that does not accept null. */
export const notNull = (schema: JsonSchema): JsonSchema =>
  'enum' in schema ? schema : mergeSchemas(schema, { type: typesButNull });
