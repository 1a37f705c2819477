import { Inject, Injectable } from '@nestjs/common';
import { DATABASE, type Database } from '../../execution/database/database.js';
import { dialects } from '../../execution/dialects/index.js';
import type { CompiledColumn, CompiledTable } from '../../registry/compiled-resource.js';
import { ResourceRegistry } from '../../registry/resource-registry.js';
import { urlPathOf } from '../../storage/stored-path.js';

/** A column that contains paths of stored files. */
interface ImageColumn {
  readonly table: CompiledTable;
  readonly column: CompiledColumn;
}

/** Finds the stored files that records refer to, including soft-deleted records. */
@Injectable()
export class ReferencedFiles {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly registry: ResourceRegistry,
  ) {}

  /** Returns the paths that a record refers to, with one statement per image column. */
  async among(paths: readonly string[]): Promise<ReadonlySet<string>> {
    const byUrl = new Map(paths.map((path) => [urlPathOf(path), path]));
    const held = new Set<string>();
    for (const column of imageColumns(this.registry))
      for (const url of await this.find(column, [...byUrl.keys()])) {
        const path = byUrl.get(url);
        if (path !== undefined) held.add(path);
      }
    return held;
  }

  /**
   * Binds one value per path: a list bound as one value would skip values that are longer than its
   * own column.
   */
  private async find(
    { table, column }: ImageColumn,
    urls: readonly string[],
  ): Promise<readonly string[]> {
    const { quote } = dialects[this.database.dialect];
    const name = quote(column.name);
    const marks = urls.map(() => '?').join(', ');
    const rows = await this.database.query(
      `select ${name} from ${quote(table.name)} where ${name} in (${marks})`,
      urls,
    );
    return rows.map(([url]) => String(url));
  }
}

/** Returns every column of an image field once, even if several resources serve its table. */
function imageColumns({ resources }: ResourceRegistry): readonly ImageColumn[] {
  const columns = new Map<string, ImageColumn>();
  for (const { table, fields } of resources)
    for (const { column, options } of fields.values())
      if (options.image) columns.set(JSON.stringify([table.name, column.name]), { table, column });
  return [...columns.values()];
}
