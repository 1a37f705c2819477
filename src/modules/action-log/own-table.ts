import type { Connection, Database, Row, Statement } from '../../database/connection/database.js';
import type { Dialect } from '../../database/dialects/dialect.js';
import { dialects } from '../../database/engines/dialects.js';
import { ListInsertion } from '../../database/write/list-insertion.js';
import type { CompiledColumn, CompiledTable } from '../../registry/resources/compiled-resource.js';
import { describeTable } from '../../registry/resources/describe-table.js';
import type { ClassOf } from '../../base/types/compile-time.js';

/** A table beside the log. The SQL of its statements does not depend on the number of rows. */
export class OwnTable<Entity extends object> {
  private readonly table: CompiledTable;
  private readonly dialect: Dialect;
  private readonly inserting: ListInsertion;

  constructor({ dialect, dataSource }: Database, entity: ClassOf<Entity>) {
    this.dialect = dialects[dialect];
    this.table = describeTable(dataSource.getMetadata(entity));
    this.inserting = new ListInsertion(this.dialect, this.table, [...this.table.columns.values()]);
  }

  /** @param rows at least one */
  insertion(rows: readonly Entity[]): Statement {
    return this.inserting.of(rows);
  }

  /** Returns the rows whose column has one of the values, in the order of the table's columns. */
  async find(
    connection: Connection,
    property: keyof Entity & string,
    values: readonly unknown[],
  ): Promise<readonly Row[]> {
    if (values.length === 0) return [];
    const { dialect, table } = this;
    const column = this.columnOf(property);
    const columns = [...table.columns.values()].map((each) => dialect.read(each, 't'));
    const sql = dialect.keyed({
      table: dialect.quote(table.name),
      key: column,
      columns: columns.join(', '),
      conditions: '',
      lock: '',
    });
    return connection.query(sql, [dialect.bindList(values, column)]);
  }

  /** Returns the statement that removes the rows whose column has one of the values. */
  removal(property: keyof Entity & string, values: readonly unknown[]): Statement {
    const { dialect, table } = this;
    const column = this.columnOf(property);
    const name = dialect.quote(table.name);
    const sql = dialect.removal({ table: name, column, conditions: '1 = 1' });
    return { sql, values: [dialect.bindList(values, column)] };
  }

  private columnOf(property: string): CompiledColumn {
    return this.table.columns.get(property)!;
  }
}
