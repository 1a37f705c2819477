import type { CompiledTable, Join, MorphType } from '../../registry/compiled-resource.js';
import { named, type Dialect } from '../dialects/dialect.js';

/** The tables on the other side of a join, and what ties them to the row under `alias`. */
export function joinedFrom(
  join: Join,
  table: CompiledTable,
  alias: string,
  inner: string,
  depth: number,
  dialect: Dialect,
): { readonly from: string; readonly on: string } {
  const related = `${dialect.quote(table.name)} ${inner}`;
  if (join.lies === 'here') {
    const value = dialect.castKey(
      named(dialect, join.column, alias),
      join.column.type,
      join.target.type,
    );
    return {
      from: related,
      on: `${named(dialect, join.target, inner)} = ${value}${typeText(join.type, alias, dialect)}`,
    };
  }
  if (join.lies === 'there') {
    const source = dialect.castKey(
      named(dialect, join.source, alias),
      join.source.type,
      join.column.type,
    );
    return {
      from: related,
      on: `${named(dialect, join.column, inner)} = ${source}${typeText(join.type, inner, dialect)}`,
    };
  }
  const pivot = `p${depth}`;
  const source = dialect.castKey(
    named(dialect, join.source, alias),
    join.source.type,
    join.parent.type,
  );
  const target = dialect.castKey(
    named(dialect, join.related, pivot),
    join.related.type,
    join.target.type,
  );
  return {
    from: `${dialect.quote(join.table.name)} ${pivot} join ${related} on ${named(dialect, join.target, inner)} = ${target}`,
    on: `${named(dialect, join.parent, pivot)} = ${source}${typeText(join.type, pivot, dialect)}`,
  };
}

/**
 * ` and m.type = 'posts'`: a literal from the definition, so that the planner sees how frequent it
 * is.
 */
export function typeText(type: MorphType | null, alias: string, dialect: Dialect): string {
  return type
    ? ` and ${named(dialect, type.column, alias)} = '${type.value.replaceAll("'", "''")}'`
    : '';
}
