import { callNamed } from '../draft/call-named.js';
import type { EntityMetadata } from 'typeorm';
import type { CompiledTable } from '../resources/compiled-resource.js';
import { describeTable } from '../resources/describe-table.js';
import { camelCase } from '../resources/names.js';
import { kindOfRelationship } from '../resources/relationship-kind.js';
import { suggestName } from '../draft/suggest-name.js';
import type { Unwired, Wired, Wiring } from './wire-relations.js';

type RelationMetadata = Wiring['parent']['metadata']['relations'][number];

/** Returns TypeORM's relationship of the relation, or the reason why none fits. */
function findRelationship(
  { parent, relation, related }: Wiring,
  fits: (metadata: RelationMetadata) => boolean,
): RelationMetadata | Wired {
  const { relations } = parent.metadata;
  const found = relations.find(
    ({ propertyName }) =>
      propertyName === relation.relationship || propertyName === camelCase(relation.relationship),
  );
  if (!found) {
    const names = relations.filter(fits).map(({ propertyName }) => propertyName);
    return {
      unwired: {
        wrong: `the entity has no relationship "${relation.relationship}"`,
        instead: suggestName(relation.relationship, names),
      },
    };
  }
  if (!fits(found)) {
    return {
      unwired: {
        wrong: `"${found.propertyName}" is ${found.relationType} on the entity, not ${relation.kind}`,
        instead: `@${kindOfRelationship(found)}`,
      },
    };
  }
  const leadsTo = found.inverseEntityMetadata.target;
  if (leadsTo !== related.definition.entity) {
    return {
      unwired: {
        wrong: `"${found.propertyName}" leads to ${found.inverseEntityMetadata.name}, which ${related.name} does not serve`,
        instead: `a resource of ${found.inverseEntityMetadata.name}`,
      },
    };
  }
  const keys = [found, found.inverseRelation].flatMap((side) => [
    side?.joinColumns ?? [],
    side?.inverseJoinColumns ?? [],
  ]);
  const several = keys.find(({ length }) => length > 1);
  if (several) {
    const names = several.map(({ databaseName }) => databaseName).join(', ');
    return {
      unwired: {
        wrong: `"${found.propertyName}" is joined by ${several.length} columns (${names})`,
        instead: 'a relationship with one join column',
      },
    };
  }
  return found;
}

const isUnwired = (found: RelationMetadata | Wired): found is Wired => 'unwired' in found;

/** The column of a table by its name in the database. */
const columnNamed = (table: CompiledTable, name: string) =>
  [...table.columns.values()].find((column) => column.name === name)!;

export function wireBelongsTo(wiring: Wiring): Wired {
  const found = findRelationship(
    wiring,
    (metadata) => metadata.isManyToOne || metadata.isOneToOneOwner,
  );
  if (isUnwired(found)) return found;
  const [key] = found.joinColumns;
  return {
    join: {
      keyOn: 'parent',
      column: columnNamed(wiring.parent.table, key!.databaseName),
      target: columnNamed(wiring.related.table, key!.referencedColumn!.databaseName),
      type: null,
    },
  };
}

export function wireHas(wiring: Wiring, arity: 'isOneToMany' | 'isOneToOneNotOwner'): Wired {
  const found = findRelationship(wiring, (metadata) => metadata[arity]);
  if (isUnwired(found)) return found;
  const [key] = found.inverseRelation?.joinColumns ?? [];
  if (!key)
    return {
      unwired: {
        wrong: `the other side of "${found.propertyName}" does not lead back`,
        instead: `the inverse property in the entity's decorator, for @${wiring.relation.kind}`,
      },
    };
  return {
    join: {
      keyOn: 'related',
      column: columnNamed(wiring.related.table, key.databaseName),
      source: columnNamed(wiring.parent.table, key.referencedColumn!.databaseName),
      type: null,
    },
  };
}

export function wireBelongsToMany(wiring: Wiring): Wired {
  const found = findRelationship(wiring, (metadata) => metadata.isManyToMany);
  if (isUnwired(found)) return found;
  const junction = found.junctionEntityMetadata;
  if (!junction) {
    return {
      unwired: {
        wrong: `neither side of "${found.propertyName}" has a join table`,
        instead: '@JoinTable() on one of them',
      },
    };
  }
  const pivot = wiring.relation.options.through
    ? findPivot(wiring)
    : (findEntity(wiring, junction) ?? junction);
  if ('unwired' in pivot) return pivot;
  if (pivot.tableName !== junction.tableName) {
    return {
      unwired: {
        wrong: `"through" is the table ${pivot.tableName}, the join table of "${found.propertyName}" is ${junction.tableName}`,
        instead: `the entity of ${junction.tableName}`,
      },
    };
  }
  return joinByPivot(wiring, found, describeTable(pivot));
}

/**
 * The entity of a join table, which knows its key and what else a row holds, where the relation
 * does not name it.
 */
const findEntity = ({ dataSource }: Wiring, junction: EntityMetadata): EntityMetadata | undefined =>
  dataSource.entityMetadatas.find(
    (metadata) =>
      metadata !== junction &&
      metadata.tableName === junction.tableName &&
      junction.columns.every(({ databaseName }) =>
        metadata.findColumnWithDatabaseName(databaseName),
      ),
  );

/** TypeORM's metadata of the entity that the relation goes through. */
export function findPivot({ relation, dataSource }: Wiring): EntityMetadata | Unwired {
  const entity = callNamed(relation.options.through!);
  if (!entity)
    return {
      unwired: {
        wrong: '"through" does not name a class',
        instead: 'through: () => Pivot, the entity of the table',
      },
    };
  if (dataSource.hasMetadata(entity as never)) return dataSource.getMetadata(entity as never);
  return {
    unwired: {
      wrong: `TypeORM does not know the entity ${entity.name}`,
      instead: `${entity.name}, with @Entity(), among the entities of its module`,
    },
  };
}

function joinByPivot(wiring: Wiring, found: RelationMetadata, table: CompiledTable): Wired {
  const [parentKey] = found.isOwning
    ? found.joinColumns
    : found.inverseRelation!.inverseJoinColumns;
  const [relatedKey] = found.isOwning
    ? found.inverseJoinColumns
    : found.inverseRelation!.joinColumns;
  const missing = [parentKey!, relatedKey!].find(
    ({ databaseName }) => !columnNamed(table, databaseName),
  );
  if (missing) {
    return {
      unwired: {
        wrong: `the entity of ${table.name} has no column ${missing.databaseName}`,
        instead: `@PrimaryColumn() ${missing.databaseName} in that entity`,
      },
    };
  }
  return {
    join: {
      keyOn: 'pivot',
      table,
      parent: columnNamed(table, parentKey!.databaseName),
      related: columnNamed(table, relatedKey!.databaseName),
      source: columnNamed(wiring.parent.table, parentKey!.referencedColumn!.databaseName),
      target: columnNamed(wiring.related.table, relatedKey!.referencedColumn!.databaseName),
      type: null,
    },
  };
}
