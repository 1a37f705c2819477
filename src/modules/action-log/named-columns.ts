import type { CompiledColumn, CompiledResource } from '../../registry/compiled-resource.js';

/**
 * Returns columns with the names that the log has for them: those of their fields, in their order.
 * A column without a field, which no response contains, has its own name. The key is left out,
 * since it never changes.
 */
export function namedColumns(
  { full: { fields, keyColumn } }: CompiledResource,
  columns: Iterable<CompiledColumn>,
): readonly (readonly [name: string, column: CompiledColumn])[] {
  const remaining = new Set(columns);
  remaining.delete(keyColumn);
  const named: (readonly [name: string, column: CompiledColumn])[] = [];
  for (const { name, column } of fields.values())
    if (remaining.has(column)) named.push([name, column]);
  for (const [, column] of named) remaining.delete(column);
  for (const column of remaining) named.push([column.name, column]);
  return named;
}
