import type { EntityMetadata } from 'typeorm';

/** Returns whether a table is that of one of the entities, or joins two of them. */
export const isTableOf =
  (entities: readonly Function[]) =>
  ({ target, tableType, columns }: EntityMetadata): boolean =>
    tableType === 'junction'
      ? columns.some(({ referencedColumn }) =>
          entities.includes(referencedColumn!.entityMetadata.target as Function),
        )
      : entities.includes(target as Function);
