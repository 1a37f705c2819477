import type { RelationPlan } from '../../planning/query-plan.js';
import type { JoinPivot } from '../../registry/compiled-resource.js';
import { named } from '../dialects/dialect.js';
import { typeText } from '../statements/join-text.js';
import type { NodeParts } from '../statements/node-parts.js';
import type { RelationText } from './relation-text.js';

/** BelongsToMany, MorphToMany: both keys lie in the rows of a pivot table. */
export const pivot: RelationText<JoinPivot> = {
  ofMany: (parts, join, plan) => parts.dialect.pivot(pivotParts(parts, join, plan)),

  ofOne(parts, join, plan) {
    const { dialect, table, columns, order, scope } = parts;
    const { pivot: pivotTable, related, pivots, pivotConditions, ties } = pivotParts(parts, join, plan);
    return (
      `select ${columns('t')}${pivots('m')} from ${pivotTable} m join ${table} t on ${named(dialect, join.target, 't')} = ${related('m')}` +
      ` where ${named(dialect, join.parent, 'm')} = ${dialect.bound}${pivotConditions('m')}${scope('t')}` +
      ` order by ${order('t')}${ties('m')} limit ${dialect.bound}`
    );
  },
};

function pivotParts(parts: NodeParts, join: JoinPivot, { relation }: RelationPlan) {
  const { dialect } = parts;
  const { table, parent, related, target, type } = join;
  const rowKeys = table.keys.filter((key) => key !== parent && key !== type?.column);
  const tieBreakers = rowKeys.filter((key) => key !== related);
  return {
    ...parts,
    conditions: parts.scope,
    pivot: dialect.quote(table.name),
    pivotKeys: table.keys,
    rowKeys,
    parent,
    related: (alias: string) => dialect.castKey(named(dialect, related, alias), related.type, target.type),
    pivots: (alias: string) => relation.pivots.map(({ column }) => `, ${dialect.read(column, alias)}`).join(''),
    pivotConditions: (alias: string) => typeText(type, alias, dialect),
    ties: (alias: string) => tieBreakers.map((key) => `, ${named(dialect, key, alias)} desc`).join(''),
  };
}
