import { Inject, Injectable } from '@nestjs/common';
import { DATABASE, type Database } from '../../execution/database/database.js';
import { dialects } from '../../execution/dialects/index.js';
import type { CompiledColumn, CompiledTable } from '../../registry/compiled-resource.js';
import { KeptFiles } from '../action-log/kept-files.js';
import { ResourceRegistry } from '../../registry/resource-registry.js';
import { urlPathOf } from '../../storage/stored-path.js';

/** A column that contains paths of stored files. */
interface ImageColumn {
  readonly table: CompiledTable;
  readonly column: CompiledColumn;
}

/**
 * Finds the stored files that records refer to, including soft-deleted records, or that the log
 * keeps to restore records.
 */
@Injectable()
export class ReferencedFiles {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly registry: ResourceRegistry,
    private readonly kept: KeptFiles,
  ) {}

  /**
   * Returns the paths that are in use, with one statement per image column, and one for the log.
   */
  async among(paths: readonly string[]): Promise<ReadonlySet<string>> {
    const byUrl = new Map(paths.map((path) => [urlPathOf(path), path]));
    const urls = [...byUrl.keys()];
    const held = [...(await this.kept.among(urls)), ...(await this.ofRecords(urls))];
    return new Set(held.flatMap((url) => byUrl.get(url) ?? []));
  }

  /** Whether the log keeps the file, and no record refers to it. @contract C15.3 */
  async isWithdrawn(path: string): Promise<boolean> {
    const url = urlPathOf(path);
    const kept = await this.kept.among([url]);
    return kept.has(url) && !(await this.ofRecords([url])).includes(url);
  }

  private async ofRecords(urls: readonly string[]): Promise<readonly string[]> {
    const found: string[] = [];
    for (const column of imageColumns(this.registry))
      found.push(...(await this.find(column, urls)));
    return found;
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
