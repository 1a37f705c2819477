import type { EntityMetadata } from 'typeorm';
import type { RelationDraft } from '../draft/draft.js';
import { relationKinds } from '../compile/relation-kinds.js';
import { eachResource, warningAt } from './each-resource.js';

/**
 * Without a unique index several records may hold the key of a HasOne's parent. Includes and sorts
 * then take the one with the highest key, and the others are never shown. The same goes for a
 * MorphOne that records are sorted by.
 *
 * @contract C5.5
 */
export const warnUniqueJoins = eachResource(function* (draft) {
  for (const relation of draft.relations) {
    const { key, kind, join, target } = relation;
    if (!leadsToOne(relation) || join?.keyOn !== 'related' || !target?.metadata) continue;
    const columns = [...(join.type ? [join.type.column] : []), join.column];
    if (isUnique(target.metadata, new Set(columns.map(({ name }) => name)))) continue;
    const entity = target.definition.entity.name;
    const named = columns.map(({ property }) => property);
    yield warningAt(
      draft,
      key,
      `no unique index keeps several ${entity} records from having the same ${named.join(' and ')}, ` +
        `so only the one with the highest key is shown and sorted by`,
      `@Index(${JSON.stringify(named)}, { unique: true }) on ${entity}, or @${relationKinds[kind].manyKind ?? 'HasMany'}`,
    );
  }
});

const leadsToOne = ({ kind, join, options }: RelationDraft): boolean =>
  !relationKinds[kind].isMany && (!join?.type || options.sortable !== undefined);

/** Is there a unique index over these columns, or over some of them? */
function isUnique(
  { uniques, indices, primaryColumns }: EntityMetadata,
  names: ReadonlySet<string>,
): boolean {
  const whole = indices.filter(({ isUnique: unique, where }) => unique && !where);
  const bounds = [...uniques, ...whole].map(({ columns }) => columns);
  return [...bounds, primaryColumns].some((columns) =>
    columns.every(({ databaseName }) => names.has(databaseName)),
  );
}
