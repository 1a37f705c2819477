import { Inject, Injectable } from '@nestjs/common';
import {
  DATABASE,
  type Connection,
  type Database,
  type Transaction,
} from '../../database/connection/database.js';
import { dialects } from '../../database/engines/dialects.js';
import type { ExactRow } from '../../database/write/exact-rows.js';
import { imageColumns } from '../../registry/resources/image-columns.js';
import type {
  CompiledColumn,
  CompiledResource,
} from '../../registry/resources/compiled-resource.js';
import { ResourceRegistry } from '../../registry/resources/resource-registry.js';
import { RecordFiles } from '../../storage/record-files.js';
import { storagePathOf } from '../../storage/stored-path.js';
import { ActionLogFile } from './action-log-file.entity.js';
import { OwnTable } from './own-table.js';
import type { Snapshot } from './snapshot.js';

/** A file that a row refers to. */
export interface FileInRow {
  readonly column: CompiledColumn;
  /** In the storage. */
  readonly path: string;
  /** In the row. */
  readonly url: string;
}

/**
 * Keeps files that changes have removed, so that a revert can bring them back: for as long as the
 * log row of the change. They are not served meanwhile.
 *
 * @contract C10.3, C15.1
 */
@Injectable()
export class KeptFiles {
  private readonly table: OwnTable<ActionLogFile>;
  private columns: ReadonlyMap<string, readonly CompiledColumn[]> | undefined;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly registry: ResourceRegistry,
    private readonly files: RecordFiles,
  ) {
    this.table = new OwnTable(database, ActionLogFile);
  }

  /** Returns the paths of the files that a change removes. */
  removedBy({ table }: CompiledResource, snapshot: Snapshot): readonly string[] {
    const { event, row, after = {}, along = [] } = snapshot;
    if (event === 'stored') return [];
    const isRemoved = ({ name }: CompiledColumn, path: string): boolean =>
      event === 'deleted' ? table.deletedAt === null : storagePathOf(String(after[name])) !== path;
    const own = this.pathsIn(table.name, row ?? {}).filter(({ column, path }) =>
      isRemoved(column, path),
    );
    const others = along.flatMap(({ table: name, rows }) =>
      rows.flatMap((each) => this.pathsIn(name, each)),
    );
    return [...own, ...others].map(({ path }) => path);
  }

  /** Keeps files from the commit on, which the transaction discards. */
  keep(transaction: Transaction, files: readonly ActionLogFile[]): void {
    if (files.length === 0) return;
    const byPath = new Map(files.map((file) => [file.path, file]));
    for (const path of byPath.keys()) this.files.keep(transaction, path);
    transaction.later([
      this.table.removal('path', [...byPath.keys()]),
      this.table.insertion([...byPath.values()]),
    ]);
  }

  /** Serves the files again, from the commit on. */
  release(transaction: Transaction, paths: readonly string[]): void {
    if (paths.length > 0) transaction.later([this.table.removal('path', paths)]);
  }

  /** Returns those of the paths whose files are kept. */
  async among(
    paths: readonly string[],
    connection: Connection = this.database,
  ): Promise<ReadonlySet<string>> {
    const rows = await this.table.find(connection, 'path', paths);
    return new Set(rows.map(([path]) => String(path)));
  }

  /** Returns the paths of files in a row of a table. */
  pathsIn(table: string, row: ExactRow): readonly FileInRow[] {
    const { exact } = dialects[this.database.dialect];
    return this.imagesOf(table).flatMap((column) => {
      const text = row[column.name] ?? null;
      if (text === null) return [];
      const url = String(exact.bind(text, column.databaseType));
      const path = storagePathOf(url);
      return path === null ? [] : [{ column, path, url }];
    });
  }

  private imagesOf(table: string): readonly CompiledColumn[] {
    this.columns ??= imageColumns(this.registry.resources);
    return this.columns.get(table) ?? [];
  }
}
