import type { CompiledColumn, CompiledResource } from './compiled-resource.js';

/** Returns the columns of image fields by table, each once, even if several resources serve it. */
export function imageColumns(
  resources: readonly CompiledResource[],
): ReadonlyMap<string, readonly CompiledColumn[]> {
  const columns = new Map<string, Map<string, CompiledColumn>>();
  for (const { table, fields } of resources)
    for (const { column, options } of fields.values()) {
      if (!options.image) continue;
      const known = columns.get(table.name) ?? new Map<string, CompiledColumn>();
      columns.set(table.name, known.set(column.name, column));
    }
  return new Map([...columns].map(([table, known]) => [table, [...known.values()]]));
}
