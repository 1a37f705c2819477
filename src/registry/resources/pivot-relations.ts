import type {
  CompiledColumn,
  CompiledRelated,
  PivotJoin,
  PivotRelation,
} from './compiled-resource.js';

/**
 * Returns the columns of the unique index that allows each pair once: the pivot table's key, or
 * another index; `null` if a pair can have several rows. @contract C7.6
 */
export function uniquePairOf(join: PivotJoin): readonly CompiledColumn[] | null {
  const pair = pairOf(join);
  const isOfPair = (columns: readonly CompiledColumn[]) =>
    columns.every(({ name }) => pair.has(name));
  return [join.table.keys, ...join.table.uniques].find(isOfPair) ?? null;
}

/** Whether a pair can have only one row. @contract C7.6 */
export const hasUniquePairs = (join: PivotJoin): boolean => uniquePairOf(join) !== null;

/** Does a unique index beside the table's own key cover exactly the pair? */
function hasPairIndex(join: PivotJoin): boolean {
  const pair = pairOf(join);
  return join.table.uniques.some(
    (columns) => columns.length === pair.size && columns.every(({ name }) => pair.has(name)),
  );
}

/** The columns that identify a pair: both keys, and the type of a morph. */
const pairOf = ({ parent, related, type }: PivotJoin): ReadonlySet<string> =>
  new Set([parent, related, ...(type ? [type.column] : [])].map(({ name }) => name));

/** Is it a many-to-many relation? */
export const isPivotRelation = (member: CompiledRelated): member is PivotRelation =>
  member.form === 'relation' && member.abilities !== null;

/**
 * Is a pair that is attached refused? The option `unique` of either side decides for both, and
 * without it, a unique index of the pair does. A pair that is the table's key is updated instead.
 *
 * @contract C7.6
 */
export function refusesDuplicates(relation: PivotRelation): boolean {
  const inverses = [...relation.resource.full.relations.values()].filter((member) =>
    isInverse(member, relation),
  );
  const declared = [relation, ...inverses].map(({ options }) => options.unique);
  if (declared.includes(true)) return true;
  return !declared.includes(false) && hasPairIndex(relation.join);
}

function isInverse(member: CompiledRelated, { join }: PivotRelation): member is PivotRelation {
  if (member.form !== 'relation' || member.join.keyOn !== 'pivot') return false;
  const { table, parent, related, type } = member.join;
  const isSwapped = parent.name === join.related.name && related.name === join.parent.name;
  return table.name === join.table.name && isSwapped && type?.value === join.type?.value;
}
