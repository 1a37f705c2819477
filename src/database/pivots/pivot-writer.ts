import type { CompiledColumn, PivotJoin } from '../../registry/resources/compiled-resource.js';
import type { Statement } from '../connection/database.js';
import { named, type Dialect } from '../dialects/dialect.js';
import { bound } from '../dialects/compose.js';
import { typeSql } from '../sql/parts/join-sql.js';
import type { ColumnValues } from '../write/record-writer.js';
import { columnsFilledBy, filledWhenChanged, filledWhenStored } from '../values/filled-columns.js';
import { storedValue } from '../values/stored-values.js';
import { groupByShape } from './pivot-groups.js';
import { toWrittenRows, type WrittenRows } from './written-rows.js';

/** The pivot row of one related record. */
export interface PivotEntry {
  /** The related record's joining value. */
  readonly related: unknown;
  /** The pivot values that were sent, as values of the entity's properties. */
  readonly values: ColumnValues;
}

/**
 * Returns the statements that write the pivot rows of one parent: one for all entries with the same
 * columns. The SQL does not depend on the number of entries.
 */
export class PivotWriter {
  constructor(private readonly dialect: Dialect) {}

  /** Adds a row for each entry. Fills in generated values, alike on every database. */
  insert(join: PivotJoin, parent: unknown, entries: readonly PivotEntry[]): readonly Statement[] {
    return groupByShape(entries).map((group) =>
      this.insertRows(join, toWrittenRows(join, parent, group, filledWhenStored)),
    );
  }

  /** Changes every row of each entry's pair; entries without values change nothing. */
  update(join: PivotJoin, parent: unknown, entries: readonly PivotEntry[]): readonly Statement[] {
    const groups = groupByShape(entries.filter(({ values }) => values.size > 0));
    return groups.map((group) =>
      this.updateRows(join, toWrittenRows(join, parent, group, filledWhenChanged)),
    );
  }

  /** Removes every row of each pair. @param related the related records' joining values */
  remove(join: PivotJoin, parent: unknown, related: readonly unknown[]): readonly Statement[] {
    if (related.length === 0) return [];
    const { dialect } = this;
    const sql = dialect.removal({
      table: dialect.quote(join.table.name),
      column: join.related,
      conditions: `${named(dialect, join.parent, 'm')} = ${dialect.bound}${typeSql(join.type, 'm', dialect)}`,
    });
    return [
      { sql, values: [dialect.bindList(related, join.related), storedValue(parent, join.parent)] },
    ];
  }

  private insertRows(join: PivotJoin, { keys, columns, rows }: WrittenRows): Statement {
    const { quote, rows: list } = this.dialect;
    const table = quote(join.table.name);
    const all = [...keys, ...columns];
    const names = all.map(({ name }) => quote(name)).join(', ');
    const values = all.map((column, at) => list.value(column, at)).join(', ');
    const sql = `insert into ${table} (${names}) select ${values} from ${list.from(table, all)}`;
    return { sql, values: [list.bind(rows, all)] };
  }

  private updateRows(join: PivotJoin, { keys, columns, rows }: WrittenRows): Statement {
    const { dialect } = this;
    const table = dialect.quote(join.table.name);
    const all = [...keys, ...columns];
    const valueOf = (column: CompiledColumn) => dialect.rows.value(column, all.indexOf(column));
    const versions = columnsFilledBy(join.table, 'version');
    return dialect.rows.update({
      table,
      from: bound(dialect.rows.bind(rows, all), dialect.rows.from(table, all)),
      on: keys.map((key) => `${named(dialect, key, 'm')} = ${valueOf(key)}`).join(' and '),
      changes: [
        ...columns.map((column) => [dialect.quote(column.name), valueOf(column)] as const),
        ...versions.map(
          (column) => [dialect.quote(column.name), `${named(dialect, column, 'm')} + 1`] as const,
        ),
      ],
    });
  }
}
