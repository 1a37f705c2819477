import type { CompiledResource } from '../../../registry/resources/compiled-resource.js';
import type { JsonSchema } from '../../../base/json-schema.js';
import { bodyKey } from '../../../pipeline/describing/key-schemas.js';
import { clientSchema } from './client-schema.js';

/** Returns the schema of a record's key. @contract C1.3 */
export const keySchema = (
  { keyColumn, key }: CompiledResource,
  description = `The key of a record of ${key}.`,
): JsonSchema => clientSchema({ description, ...bodyKey(keyColumn) });

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
