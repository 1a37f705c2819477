import type {
  CompiledColumn,
  CompiledRelated,
  CompiledRelation,
  CompiledResource,
  RelatedKeyJoin,
} from './compiled-resource.js';

/** A relation whose related records can be written together with the record that they refer to. */
export interface WritableRelation extends CompiledRelation {
  readonly join: RelatedKeyJoin;
}

/** Returns the relations that are declared `writable`. @contract C4.7 */
export const writableRelationsOf = ({ relations }: CompiledResource): readonly WritableRelation[] =>
  [...relations.values()].filter(isWritable);

/** Whether related records can be written together with their parent. @contract C4.7 */
export const isWritable = (member: CompiledRelated): member is WritableRelation =>
  member.form === 'relation' && member.options.writable === true && member.join.keyOn === 'related';

/**
 * Returns the columns of a related record that refer to its parent: the key, and a morph's type.
 */
export const referringColumns = ({
  join: { column, type },
}: WritableRelation): ReadonlySet<CompiledColumn> =>
  new Set(type ? [column, type.column] : [column]);
