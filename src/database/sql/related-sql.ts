import type { RelationPlan } from '../../pipeline/planning/query-plan.js';
import type { CompiledRelation } from '../../registry/resources/compiled-resource.js';
import { bindKey, type Dialect } from '../dialects/dialect.js';
import type { Fragment } from './parts/fragment.js';
import { nodeSql, type NodeParts } from './parts/node-sql.js';
import { relationSqlOf } from './relations/index.js';
import type { RelatedRows } from './relations/relation-sql.js';

/**
 * Returns the statement that reads the related rows of the parents with these joining values. With
 * several parents, each row ends with the value of its parent.
 */
export function relatedSql(
  plan: RelationPlan,
  keys: readonly unknown[],
  limit: number,
  dialect: Dialect,
): Fragment {
  const { relation } = plan;
  const { join } = relation;
  const related = relationSqlOf(join);
  const node = nodeSql(plan, dialect);
  const key = `${relationName(relation)} ${node.key}`;
  const column = related.column(join);
  const limits = related.isOne ? [] : [limit];
  if (keys.length === 1)
    return {
      key: `one ${key}`,
      values: [
        ...node.order.values,
        bindKey(keys[0], column),
        ...node.conditions.values,
        ...limits,
      ],
      sql: () => relatedOfOneSql(relation, node.parts()),
    };
  return {
    key: `many ${key}`,
    values: [
      dialect.bindList(keys, column),
      ...node.order.values,
      ...node.conditions.values,
      ...limits,
    ],
    sql: () => related.ofMany(node.parts(), join),
  };
}

function relatedOfOneSql(relation: CompiledRelation, parts: NodeParts): string {
  const { from, where, tieBreakers } = relatedTo(relation, parts);
  const ordered = relationSqlOf(relation.join).isOne
    ? ''
    : ` order by ${parts.sorted.order('t')}${tieBreakers} limit ${parts.dialect.bound}`;
  return `select ${parts.columns('t')}${parts.pivots()} from ${from}${where}${ordered}`;
}

/**
 * Returns the tables of one parent's related rows, the joins of the order, and the conditions.
 * Binds the values of the order, then the parent's, then those of the conditions.
 */
export function relatedTo(
  relation: CompiledRelation,
  parts: NodeParts,
): RelatedRows & { readonly where: string } {
  const rows = relationSqlOf(relation.join).ofOne(parts, relation.join);
  const from = rows.from + parts.sorted.joins('t');
  return { ...rows, from, where: ` where ${rows.link}${parts.conditions('t')}` };
}

/** Returns the unique name of a relation. */
export const relationName = ({ owner, key }: CompiledRelation): string => `${owner}.${key}`;
