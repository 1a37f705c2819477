import type { DataSource } from 'typeorm';
import type { Connection, Statement } from '../../execution/database/database.js';
import type { Dialect } from '../../execution/dialects/dialect.js';
import { compose, type SqlPart } from '../../execution/sql/compose.js';
import { describeTable } from '../../registry/describe-table.js';
import type { CompiledColumn, CompiledTable } from '../../registry/compiled-resource.js';
import { ActionLogSnapshot } from './action-log-snapshot.entity.js';

/** The table of snapshots. */
export class SnapshotRows {
  private readonly table: CompiledTable;
  private readonly key: CompiledColumn;

  constructor(
    private readonly dialect: Dialect,
    dataSource: DataSource,
  ) {
    this.table = describeTable(dataSource.getMetadata(ActionLogSnapshot));
    this.key = this.table.keys[0]!;
  }

  /** Returns the statement that stores snapshots. Its SQL does not depend on their number. */
  insertion(snapshots: readonly ActionLogSnapshot[]): Statement {
    const { quote, rows } = this.dialect;
    const columns = [...this.table.columns.values()];
    const name = quote(this.table.name);
    const names = columns.map((column) => quote(column.name)).join(', ');
    const values = columns.map((column, at) => rows.value(column, at)).join(', ');
    const list = snapshots.map(({ id, content }) => [id, content]);
    return {
      sql: `insert into ${name} (${names}) select ${values} from ${rows.from(name, columns)}`,
      values: [rows.bind(list, columns)],
    };
  }

  /** Returns the insert of a snapshot for each row of another part of the statement. */
  insertionFrom(part: string, id: SqlPart | string, content: SqlPart | string): SqlPart {
    const { quote } = this.dialect;
    return compose`insert into ${quote(this.table.name)} (${quote('id')}, ${quote('content')}) select ${id}, ${content} from ${part}`;
  }

  /** Returns the contents of the snapshots that exist, by their ids. */
  async read(connection: Connection, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const { dialect, key, table } = this;
    const columns = [...table.columns.values()].map((column) => dialect.read(column, 't'));
    const sql = dialect.keyed({
      table: dialect.quote(table.name),
      key,
      columns: columns.join(', '),
      conditions: '',
      lock: '',
    });
    const rows = await connection.query(sql, [dialect.bindList(ids, key)]);
    return new Map(rows.map(([id, content]) => [String(id), String(content)]));
  }

  removal(ids: readonly unknown[]): Statement {
    const { dialect, key, table } = this;
    const sql = dialect.removal({
      table: dialect.quote(table.name),
      column: key,
      conditions: '1 = 1',
    });
    return { sql, values: [dialect.bindList(ids, key)] };
  }
}
