import type { CompiledResource } from '../../../registry/compiled-resource.js';
import type { JsonSchema } from '../../../rules/json-schema.js';

/**
 * A key, which is a text wherever it stands, and may be a number where the column holds one.
 * @contract C1.3
 */
export function keySchema(
  { keyColumn: { type }, key }: CompiledResource,
  description?: string,
): JsonSchema {
  const base = { description: description ?? `The key of one of the ${key}.` };
  if (type === 'integer' || type === 'bigint')
    return { ...base, anyOf: [{ type: 'integer' }, { type: 'string' }] };
  return { ...base, type: 'string', ...(type === 'uuid' && { format: 'uuid' }) };
}

/** The root of every tool's schema. */
export const objectSchema = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): JsonSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
});
