import type { CompiledTable } from '../../registry/compiled-resource.js';
import type { ResourceRegistry } from '../../registry/resource-registry.js';
import type { RowValues, Snapshot } from './snapshot.js';

/** Finds the files that a revert would need again. @contract C15.3 */
export class SnapshotFiles {
  private known: ReadonlyMap<string, ReadonlySet<string>> | undefined;

  constructor(private readonly registry: ResourceRegistry) {}

  /** Returns the paths in the columns for images, of rows as they were before the change. */
  in({ name }: CompiledTable, { before = {}, along = [] }: Snapshot): readonly string[] {
    const rows = [{ table: name, rows: [before] }, ...along];
    const paths = rows.flatMap((each) => each.rows.flatMap((row) => this.pathsIn(each.table, row)));
    return [...new Set(paths)];
  }

  /** Whether rows of the table can refer to files. */
  areIn({ name }: CompiledTable): boolean {
    return this.columns.has(name);
  }

  private pathsIn(table: string, row: RowValues): readonly string[] {
    const columns = this.columns.get(table);
    return [...(columns ?? [])].flatMap((name) => {
      const path = row[name];
      return typeof path === 'string' ? [path] : [];
    });
  }

  /** The columns for images, by table. Read on first use, after the definitions are compiled. */
  private get columns(): ReadonlyMap<string, ReadonlySet<string>> {
    return (this.known ??= this.collect());
  }

  private collect(): ReadonlyMap<string, ReadonlySet<string>> {
    const columns = new Map<string, Set<string>>();
    for (const { table, fields } of this.registry.resources)
      for (const { column, options } of fields.values())
        if (options.image)
          columns.set(table.name, (columns.get(table.name) ?? new Set()).add(column.name));
    return columns;
  }
}
