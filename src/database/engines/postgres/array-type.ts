import type { CompiledColumn } from '../../../registry/resources/compiled-resource.js';

/**
 * Returns the array type for a list of the column's values: with another type than its own, no
 * index would be used.
 */
export function arrayType({ type, databaseType }: CompiledColumn): string {
  if (type === 'integer') return 'int[]';
  if (type === 'bigint') return 'bigint[]';
  if (type === 'uuid') return databaseType === 'uuid' ? 'uuid[]' : 'varchar[]';
  if (type === 'datetime') return databaseType === 'datetime' ? 'timestamp[]' : `${databaseType}[]`;
  if (type === 'float') return 'float8[]';
  if (type === 'decimal') return 'numeric[]';
  if (type !== 'text') return `${databaseType}[]`;
  // With text, no index of a `char(n)` would be used.
  return /^char(acter)?$/.test(databaseType) ? 'bpchar[]' : 'text[]';
}
