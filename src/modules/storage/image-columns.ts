import type { CompiledColumn, CompiledTable } from '../../registry/compiled-resource.js';
import type { ResourceRegistry } from '../../registry/resource-registry.js';

/** A column that keeps paths of stored files. */
export interface ImageColumn {
  readonly table: CompiledTable;
  readonly column: CompiledColumn;
}

/** Every column of an image field, each once, however many resources serve its table. */
export function imageColumns({ resources }: ResourceRegistry): readonly ImageColumn[] {
  const columns = new Map<string, ImageColumn>();
  for (const { table, fields } of resources)
    for (const { column, options } of fields.values())
      if (options.image) columns.set(JSON.stringify([table.name, column.name]), { table, column });
  return [...columns.values()];
}
