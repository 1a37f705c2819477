import type { CompiledRelated, PivotJoin, PivotRelation } from './compiled-resource.js';

/**
 * Does a pair have one row at most? It does where the pair is the pivot table's key, or has a
 * unique index; a table with a key of its own holds a pair as often as it was attached. @contract
 * C7.6
 */
export function hasUniquePairs({ table, parent, related, type }: PivotJoin): boolean {
  const pair = new Set([parent, related, type?.column].map((column) => column?.name));
  return [table.keys, ...table.uniques].some((columns) =>
    columns.every(({ name }) => pair.has(name)),
  );
}

/** Is it a many-to-many relation? */
export const isPivotRelation = (member: CompiledRelated): member is PivotRelation =>
  member.form === 'relation' && member.abilities !== null;

/** Is a pair that is attached refused? Either side may say so, for both. @contract C7.6 */
export const refusesDuplicates = (relation: PivotRelation): boolean =>
  relation.options.unique === true ||
  [...relation.resource.relations.values()].some(
    (member) => isInverse(member, relation) && member.options.unique,
  );

function isInverse(member: CompiledRelated, { join }: PivotRelation): member is PivotRelation {
  if (member.form !== 'relation' || member.join.keyOn !== 'pivot') return false;
  const { table, parent, related, type } = member.join;
  const isSwapped = parent.name === join.related.name && related.name === join.parent.name;
  return table.name === join.table.name && isSwapped && type?.value === join.type?.value;
}
