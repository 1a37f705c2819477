import type { ValueType } from '../../registry/resources/compiled-resource.js';

/**
 * Returns the byte length of a JSON value, or of binary data as Base64: four characters per three
 * bytes.
 */
export const byteLengthSql = (expression: string, type: ValueType): string =>
  type === 'binary'
    ? `(octet_length(${expression}) + 2) / 3 * 4 + 2`
    : `octet_length(${expression})`;
