import type { ResolvedCondition } from '../../pipeline/authorization/resolved-condition.js';
import type { CompiledColumn, PivotRelation } from '../../registry/resources/compiled-resource.js';
import type { StoredColumn } from '../../registry/resources/schema-facts.js';
import type { Connection, Row, Statement } from '../connection/database.js';
import { named, type Dialect } from '../dialects/dialect.js';
import { conditionSql } from '../sql/parts/condition-sql.js';
import { typeSql } from '../sql/parts/join-sql.js';
import type { ExactRow, ExactRows } from '../write/exact-rows.js';
import { storedValue } from '../values/stored-values.js';

/** A row of a pivot table, seen from one parent. */
export interface PivotRow {
  /** The related record's key, as a string. */
  readonly key: string;
  /** The related record's joining value in the pivot table. */
  readonly related: unknown;
  /** Identifies the rows of a pair, if there may be several. */
  readonly id: string;
  /** The declared pivot columns, as returned by the driver. */
  readonly pivots: Row;
  /** All columns of the row, in the order of its table, as returned by the driver. */
  readonly whole: Row;
  /** The row as the database has it, if {@link PivotRange.exact} asks for it. */
  readonly exact?: ExactRow;
}

/** The pivot rows of a parent to read. */
export interface PivotRange {
  /** The parent's joining value. */
  readonly parent: unknown;
  /** The related records' joining values; `null` for all inside the scope. */
  readonly related: readonly unknown[] | null;
  readonly scope: ResolvedCondition;
  /** The columns of rows that must be stored again exactly; none if nobody does. */
  readonly exact: readonly StoredColumn[];
}

/** Reads the pivot rows of one parent with one statement. */
export class PivotRows {
  constructor(
    private readonly dialect: Dialect,
    private readonly rows: ExactRows,
  ) {}

  /** Returns the rows in the order of their keys, which is usually that of their creation. */
  async read(
    connection: Connection,
    relation: PivotRelation,
    range: PivotRange,
  ): Promise<readonly PivotRow[]> {
    const { sql, values } = this.statement(relation, range);
    const rows = await connection.query(sql, values);
    const read = pivotRowReader(relation);
    const { exact } = range;
    if (exact.length === 0) return rows.map(read);
    const first = 1 + relation.join.table.columns.size;
    return rows.map((row) => ({
      ...read(row.slice(0, first)),
      exact: this.rows.rowOf(exact, row.slice(first)),
    }));
  }

  private statement(
    relation: PivotRelation,
    { parent, related, scope, exact }: PivotRange,
  ): Statement {
    const { dialect } = this;
    const { join, resource } = relation;
    const { table, type } = join;
    const visible = conditionSql(scope, dialect);
    const columns = rowColumns(dialect, relation, dialect.read(resource.keyColumn, 't'));
    const target = dialect.castKey(
      named(dialect, join.related, 'm'),
      join.related.type,
      join.target.type,
    );
    const listed = related
      ? ` and ${dialect.inList(named(dialect, join.related, 'm'), join.related)}`
      : '';
    const order = table.keys.map((column) => named(dialect, column, 'm')).join(', ');
    const sql =
      `select ${[columns, ...this.rows.selection(exact, 'm')].join(', ')} from ${dialect.quote(table.name)} m` +
      ` join ${dialect.quote(resource.table.name)} t on ${named(dialect, join.target, 't')} = ${target}` +
      ` where ${named(dialect, join.parent, 'm')} = ${dialect.bound}${typeSql(type, 'm', dialect)}${listed}` +
      ` and ${visible.sql('t')} order by ${order}`;
    const keys = related ? [dialect.bindList(related, join.related)] : [];
    return { sql, values: [storedValue(parent, join.parent), ...keys, ...visible.values] };
  }
}

/**
 * Returns what a statement selects of a pivot row.
 * @param key the related record's key
 */
export function rowColumns(
  dialect: Dialect,
  { join }: PivotRelation,
  key: string,
  alias = 'm',
): string {
  const columns = [...join.table.columns.values()];
  return [key, ...columns.map((column) => dialect.read(column, alias))].join(', ');
}

/** Returns the function that converts a row of {@link rowColumns}. */
export function pivotRowReader({ join, pivots }: PivotRelation): (row: Row) => PivotRow {
  const columns = [...join.table.columns.values()];
  const placeOf = (column: CompiledColumn) => columns.indexOf(column);
  const related = placeOf(join.related);
  const keys = join.table.keys.map(placeOf);
  const declared = pivots.map(({ column }) => placeOf(column));
  return ([key, ...whole]) => ({
    key: String(key),
    related: whole[related],
    id: JSON.stringify(keys.map((at) => whole[at])),
    pivots: declared.map((at) => whole[at]),
    whole,
  });
}
