import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DATABASE, type Database, type Statement } from '../../execution/database/database.js';
import { dialects } from '../../execution/dialects/index.js';
import { describeTable } from '../../registry/describe-table.js';
import type { CompiledColumn, CompiledTable } from '../../registry/compiled-resource.js';
import { KeptFile } from './kept-file.entity.js';

/** The files that snapshots refer to, by the paths that columns contain. @contract C15.3 */
@Injectable()
export class KeptFiles {
  private readonly table: CompiledTable;

  constructor(@Inject(DATABASE) private readonly database: Database) {
    this.table = describeTable(database.dataSource.getMetadata(KeptFile));
  }

  /** Returns the statement that keeps files for a snapshot. */
  insertion(files: readonly Pick<KeptFile, 'snapshot_id' | 'path'>[]): Statement {
    const { quote, rows } = this.dialect;
    const columns = [...this.table.columns.values()];
    const name = quote(this.table.name);
    const names = columns.map((column) => quote(column.name)).join(', ');
    const values = columns.map((column, at) => rows.value(column, at)).join(', ');
    const list = files.map(({ snapshot_id, path }) => {
      const row: KeptFile = { digest: digestOf(path), snapshot_id, path };
      return columns.map(({ property }) => row[property as keyof KeptFile]);
    });
    return {
      sql: `insert into ${name} (${names}) select ${values} from ${rows.from(name, columns)}`,
      values: [rows.bind(list, columns)],
    };
  }

  /** Returns those of the paths that a snapshot refers to. */
  async among(paths: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(await this.find('digest', paths.map(digestOf)));
  }

  /** Forgets the files of snapshots, and returns their paths. */
  async release(snapshotIds: readonly string[]): Promise<readonly string[]> {
    const paths = await this.find('snapshot_id', snapshotIds);
    if (paths.length === 0) return paths;
    const { dialect } = this;
    const column = this.column('snapshot_id');
    const table = dialect.quote(this.table.name);
    const sql = dialect.removal({ table, column, conditions: '1 = 1' });
    await this.database.write(sql, [dialect.bindList(snapshotIds, column)]);
    return paths;
  }

  private async find(name: keyof KeptFile, values: readonly string[]): Promise<readonly string[]> {
    if (values.length === 0) return [];
    const { dialect } = this;
    const key = this.column(name);
    const sql = dialect.keyed({
      table: dialect.quote(this.table.name),
      key,
      columns: dialect.read(this.column('path'), 't'),
      conditions: '',
      lock: '',
    });
    const rows = await this.database.query(sql, [dialect.bindList(values, key)]);
    return [...new Set(rows.map(([path]) => String(path)))];
  }

  private column(name: keyof KeptFile): CompiledColumn {
    return this.table.columns.get(name)!;
  }

  private get dialect() {
    return dialects[this.database.dialect];
  }
}

const digestOf = (path: string): string => createHash('sha256').update(path).digest('hex');
