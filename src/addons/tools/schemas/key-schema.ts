import type { CompiledResource } from '../../../registry/resources/compiled-resource.js';
import type { JsonSchema } from '../../../base/json-schema.js';

/**
 * Returns the schema of a key: a string, or also an integer if the column contains integers.
 * @contract C1.3
 */
export function keySchema(
  { keyColumn: { type }, key }: CompiledResource,
  description?: string,
): JsonSchema {
  const described = { description: description ?? `The key of a record of ${key}.` };
  if (type === 'integer' || type === 'bigint')
    return { ...described, anyOf: [{ type: 'integer' }, { type: 'string' }] };
  return { ...described, type: 'string', ...(type === 'uuid' && { format: 'uuid' }) };
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
