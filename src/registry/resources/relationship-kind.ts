import type { EntityMetadata } from 'typeorm';
import type { RelationKind } from '../../definition/index.js';

type Relationship = EntityMetadata['relations'][number];

/** The kind of relation that a relationship of TypeORM's is. @spec Relation field kinds */
export function kindOfRelationship(relationship: Relationship): RelationKind {
  if (relationship.isManyToMany) return 'BelongsToMany';
  if (relationship.isOneToMany) return 'HasMany';
  return relationship.isOneToOneNotOwner ? 'HasOne' : 'BelongsTo';
}
