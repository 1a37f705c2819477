import type { ValueType } from '../../registry/compiled-resource.js';

/**
 * The bytes of a value that is JSON already, or of bytes as Base64: four characters for three of
 * them.
 */
export const byteLengthSql = (expression: string, type: ValueType): string =>
  type === 'binary'
    ? `(octet_length(${expression}) + 2) / 3 * 4 + 2`
    : `octet_length(${expression})`;
