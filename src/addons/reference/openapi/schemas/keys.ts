import type { CompiledColumn } from '../../../../registry/resources/compiled-resource.js';
import { keyPatterns, MAX_TEXT_LENGTH } from '../../../../pipeline/request/parse-key.js';
import { mergeSchemas } from '../../../../rules/schema/merge-schemas.js';
import type { Schema } from '../document/open-api.js';

/**
 * Returns the schema of a key in a path, in its canonical form: not `01`.
 * @contract C1.3
 */
export const pathKey = ({ type }: CompiledColumn): Schema => ({
  type: 'string',
  ...writtenAs(type),
});

/** Returns the schema of a key in a body: the same string, or a safe integer unless it is a UUID. @contract C1.3 */
export const keySchema = ({ type, nullable }: CompiledColumn): Schema => {
  const types = ['string', ...(type === 'uuid' ? [] : ['integer']), ...(nullable ? ['null'] : [])];
  return { type: types.length === 1 ? types[0] : types, ...writtenAs(type) };
};

/** Returns the schema of a column's value in a body: a key is a string or an integer, regardless of its column. @contract C1.3 */
export const storable = (column: CompiledColumn, ruled: Schema): Schema =>
  column.holdsKey ? mergeSchemas(ruled, keySchema(column)) : ruled;

const writtenAs = (type: CompiledColumn['type']): Schema =>
  type in keyPatterns
    ? { ...(type === 'uuid' && { format: 'uuid' }), pattern: keyPatterns[type]! }
    : { minLength: 1, maxLength: MAX_TEXT_LENGTH };
