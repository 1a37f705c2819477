import type { JsonSchema } from '../../base/json-schema.js';
import type { CompiledColumn } from '../../registry/resources/compiled-resource.js';
import { mergeSchemas, orNull } from '../../rules/schema/merge-schemas.js';
import { keyPatterns, MAX_TEXT_LENGTH } from '../request/parse-key.js';

/**
 * Returns the schema of a key in a path, in its canonical form: not `01`.
 * @contract C1.3
 */
export const pathKey = ({ type }: CompiledColumn): JsonSchema => ({
  type: 'string',
  ...writtenAs(type),
});

/**
 * Returns the schema of a record's key in a body: the same string, or an integer unless it is a UUID.
 * @contract C1.3
 */
export const bodyKey = ({ type }: CompiledColumn): JsonSchema => ({
  type: type === 'uuid' ? 'string' : ['string', 'integer'],
  ...writtenAs(type),
});

/** Returns the schema of a column's value in a body: of a key, if the column holds one. */
export function storable(column: CompiledColumn, ruled: JsonSchema): JsonSchema {
  if (!column.holdsKey) return ruled;
  const key = bodyKey(column);
  return mergeSchemas(ruled, column.nullable ? orNull(key) : key);
}

const writtenAs = (type: CompiledColumn['type']): JsonSchema =>
  type in keyPatterns
    ? { ...(type === 'uuid' && { format: 'uuid' }), pattern: keyPatterns[type]! }
    : { minLength: 1, maxLength: MAX_TEXT_LENGTH };
