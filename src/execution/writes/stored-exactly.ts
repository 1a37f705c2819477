import type { CompiledColumn } from '../../registry/compiled-resource.js';

const exactTypes: ReadonlySet<string> = new Set('integer bigint text uuid boolean date'.split(' '));

/**
 * Whether the stored value is exactly the given one. A decimal gets the scale of its column, a
 * `char` blanks, an instant the column's precision, a float other digits; JSON is data only after
 * the service has parsed it.
 */
export const isStoredExactly = ({ type, databaseType }: CompiledColumn): boolean =>
  exactTypes.has(type) && !['char', 'character'].includes(databaseType);
