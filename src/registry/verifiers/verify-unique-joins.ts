import type { EntityMetadata } from 'typeorm';
import { eachResource, faultAt } from './each-resource.js';

/** One record at most holds the key of a HasOne's parent: without a unique index, sorting would double rows. */
export const verifyUniqueJoins = eachResource(function* (draft) {
  for (const { key, kind, join, target } of draft.relations) {
    if (kind !== 'HasOne' || join?.lies !== 'there' || !target?.metadata) continue;
    if (isUnique(target.metadata, join.column.name)) continue;
    const column = `${target.definition.entity.name}.${join.column.property}`;
    yield faultAt(
      draft,
      key,
      `two records may hold the same key, since ${column} has no unique index`,
      `@Index({ unique: true }) on ${column}, or @HasMany`,
    );
  }
});

function isUnique({ uniques, indices, primaryColumns }: EntityMetadata, name: string): boolean {
  const whole = indices.filter(({ isUnique: unique, where }) => unique && !where);
  const bounds = [...uniques, ...whole].map(({ columns }) => columns);
  return [...bounds, primaryColumns].some((columns) => columns.length === 1 && columns[0]!.databaseName === name);
}
