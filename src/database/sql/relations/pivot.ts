import type { PivotJoin } from '../../../registry/resources/compiled-resource.js';
import { rowKeysOf, tieBreakersOf } from '../../../registry/resources/pivot-columns.js';
import { named, type Dialect } from '../../dialects/dialect.js';
import { typeSql } from '../parts/join-sql.js';
import type { NodeParts } from '../parts/node-sql.js';
import { LINK } from '../parts/order-sql.js';
import type { RelationSql } from './relation-sql.js';

/** BelongsToMany, MorphToMany: the rows of a pivot table contain both keys. */
export const pivot: RelationSql<PivotJoin> = {
  isOne: false,
  column: ({ parent }) => parent,

  ofMany: (parts, join) => parts.dialect.pivot(pivotParts(parts, join)),

  ofOne(parts, join) {
    const { dialect, table } = parts;
    const { pivot: pivotTable, related, pivotConditions, tieBreakers } = pivotParts(parts, join);
    return {
      from: `${pivotTable} ${LINK} join ${table} t on ${named(dialect, join.target, 't')} = ${related(LINK)}`,
      link: `${named(dialect, join.parent, LINK)} = ${dialect.bound}${pivotConditions(LINK)}`,
      tieBreakers: tieBreakers(LINK),
    };
  },
};

function pivotParts(parts: NodeParts, join: PivotJoin) {
  const { dialect } = parts;
  const { table, parent, related, target, type } = join;
  return {
    ...parts,
    pivot: dialect.quote(table.name),
    pivotKeys: table.keys,
    rowKeys: rowKeysOf(join),
    parent,
    related: (alias: string) =>
      dialect.castKey(named(dialect, related, alias), related.type, target.type),
    pivotConditions: (alias: string) => typeSql(type, alias, dialect),
    tieBreakers: linkTieBreakers(join, dialect),
  };
}

/**
 * Returns the order of the pivot rows of one pair, if there may be several: `, key desc`, or empty.
 */
export const linkTieBreakers =
  (join: PivotJoin, dialect: Dialect) =>
  (alias: string): string =>
    tieBreakersOf(join)
      .map((key) => `, ${named(dialect, key, alias)} desc`)
      .join('');
