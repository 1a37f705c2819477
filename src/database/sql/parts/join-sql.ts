import type {
  CompiledColumn,
  CompiledTable,
  Join,
  ParentKeyJoin,
  PivotJoin,
  RelatedKeyJoin,
  MorphType,
} from '../../../registry/resources/compiled-resource.js';
import { named, type Dialect } from '../../dialects/dialect.js';

/** The tables on the other side of a join. A join binds no values. */
export interface JoinFragment {
  /** Two joins with the same key have the same SQL. */
  readonly key: string;
  /**
   * @param alias the row that is joined to
   * @param inner the alias of the related row
   * @param depth distinguishes the aliases of pivot rows
   */
  sql(alias: string, inner: string, depth: number): JoinedTables;
}

export interface JoinedTables {
  readonly from: string;
  /** The condition that joins the tables to the row. */
  readonly on: string;
}

/** Returns the join to a related table as SQL. */
export function joinSql(join: Join, table: CompiledTable, dialect: Dialect): JoinFragment {
  switch (join.keyOn) {
    case 'parent':
      return parentKeyJoinSql(join, table, dialect);
    case 'related':
      return relatedKeyJoinSql(join, table, dialect);
    case 'pivot':
      return pivotSql(join, table, dialect);
  }
}

function parentKeyJoinSql(
  { column, target, type }: ParentKeyJoin,
  table: CompiledTable,
  dialect: Dialect,
): JoinFragment {
  return {
    key: `here ${column.name}=${table.name}.${target.name}${typeKey(type)}`,
    sql: (alias, inner) => ({
      from: `${dialect.quote(table.name)} ${inner}`,
      on:
        `${named(dialect, target, inner)} = ${castKey(column, alias, target, dialect)}` +
        typeSql(type, alias, dialect),
    }),
  };
}

function relatedKeyJoinSql(
  { column, source, type }: RelatedKeyJoin,
  table: CompiledTable,
  dialect: Dialect,
): JoinFragment {
  return {
    key: `there ${source.name}=${table.name}.${column.name}${typeKey(type)}`,
    sql: (alias, inner) => ({
      from: `${dialect.quote(table.name)} ${inner}`,
      on:
        `${named(dialect, column, inner)} = ${castKey(source, alias, column, dialect)}` +
        typeSql(type, inner, dialect),
    }),
  };
}

function pivotSql(join: PivotJoin, related: CompiledTable, dialect: Dialect): JoinFragment {
  const { table, source, parent, target, type } = join;
  return {
    key:
      `pivot ${source.name}=${table.name}.${parent.name}` +
      ` ${join.related.name}=${related.name}.${target.name}${typeKey(type)}`,
    sql(alias, inner, depth) {
      const pivot = `p${depth}`;
      return {
        from:
          `${dialect.quote(table.name)} ${pivot} join ${dialect.quote(related.name)} ${inner}` +
          ` on ${named(dialect, target, inner)} = ${castKey(join.related, pivot, target, dialect)}`,
        on:
          `${named(dialect, parent, pivot)} = ${castKey(source, alias, parent, dialect)}` +
          typeSql(type, pivot, dialect),
      };
    },
  };
}

/** Casts a column's key to the type of the column that it is compared with. */
const castKey = (
  column: CompiledColumn,
  alias: string,
  to: CompiledColumn,
  dialect: Dialect,
): string => dialect.castKey(named(dialect, column, alias), column.type, to.type);

const typeKey = (type: MorphType | null): string =>
  type ? ` ${type.column.name}=${type.value}` : '';

/**
 * ` and m.type = 'posts'`: a literal from the definition, so that the planner sees how frequent it
 * is.
 */
export function typeSql(type: MorphType | null, alias: string, dialect: Dialect): string {
  return type
    ? ` and ${named(dialect, type.column, alias)} = '${type.value.replaceAll("'", "''")}'`
    : '';
}
