import { Inject, Injectable } from '@nestjs/common';
import { DATABASE, type Database } from '../../database/connection/database.js';
import { dialects } from '../../database/engines/dialects.js';
import { imageColumns } from '../../registry/resources/image-columns.js';
import type { CompiledColumn } from '../../registry/resources/compiled-resource.js';
import { ResourceRegistry } from '../../registry/resources/resource-registry.js';
import { KeptFiles } from '../action-log/kept-files.js';
import { urlPathOf } from '../../storage/stored-path.js';

/**
 * Finds the stored files that records refer to, including soft-deleted records, or that are kept for
 * reverts.
 */
@Injectable()
export class ReferencedFiles {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly registry: ResourceRegistry,
    private readonly kept: KeptFiles,
  ) {}

  /** Returns those of the paths, with one statement per image column. */
  async among(paths: readonly string[]): Promise<ReadonlySet<string>> {
    const byUrl = new Map(paths.map((path) => [urlPathOf(path), path]));
    const held = new Set(await this.kept.among(paths));
    for (const [table, columns] of imageColumns(this.registry.resources))
      for (const column of columns)
        for (const url of await this.find(table, column, [...byUrl.keys()])) {
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
    table: string,
    column: CompiledColumn,
    urls: readonly string[],
  ): Promise<readonly string[]> {
    const { quote } = dialects[this.database.dialect];
    const name = quote(column.name);
    const marks = urls.map(() => '?').join(', ');
    const rows = await this.database.query(
      `select ${name} from ${quote(table)} where ${name} in (${marks})`,
      urls,
    );
    return rows.map(([url]) => String(url));
  }
}
