import type { ColumnType, DataSource, EntityMetadata } from 'typeorm';
import type { Finding } from '../draft/verifier.js';

/**
 * What TypeORM rejects in entities that it could read, all of it: TypeORM names the first alone.
 *
 * @param rejected TypeORM's own error; reported when nothing here explains it
 */
export function findEntityFaults(
  dataSource: DataSource,
  rejected: Error | undefined,
): readonly Finding[] {
  if (!rejected) return [];
  const tables = dataSource.entityMetadatas.filter(({ tableType }) => tableType !== 'view');
  const found = tables.flatMap((metadata) => [
    ...keyFaults(metadata),
    ...typeFaults(metadata, dataSource),
    ...initialFaults(metadata),
  ]);
  if (found.length > 0) return found;
  const entity = tables.find(({ name }) => new RegExp(`\\b${name}\\b`).test(rejected.message));
  return [
    {
      resource: entity?.name ?? 'entities',
      member: '',
      wrong: `TypeORM does not accept the entity: ${rejected.message.replace(/\.$/, '')}`,
      step: 'correct it in the entity',
    },
  ];
}

function* keyFaults({ name, primaryColumns, isJunction }: EntityMetadata): Iterable<Finding> {
  if (primaryColumns.length === 0 && !isJunction)
    yield {
      resource: name,
      member: '',
      wrong: 'the entity has no key column',
      instead: '@PrimaryGeneratedColumn() id',
    };
}

function* typeFaults({ name, columns }: EntityMetadata, { driver }: DataSource): Iterable<Finding> {
  for (const column of columns) {
    if (column.isVirtualProperty) continue;
    const type = driver.normalizeType(column) as ColumnType;
    const place = { resource: name, member: column.propertyName };
    if (!driver.supportedDataTypes.includes(type))
      yield {
        ...place,
        wrong: `the database has no column type ${String(type)}`,
        instead: `a type that it has, such as ${driver.supportedDataTypes.slice(0, 8).join(', ')}`,
      };
    else if (column.length && !driver.withLengthColumnTypes.includes(type))
      yield {
        ...place,
        wrong: `a column of type ${String(type)} has no length`,
        step: 'remove the length',
      };
  }
}

/**
 * An array that is there before the rows are read would empty the relation when the record is
 * saved.
 */
function* initialFaults(metadata: EntityMetadata): Iterable<Finding> {
  const instance = metadata.create(undefined, { fromDeserializer: true }) as object;
  for (const relation of metadata.relations)
    if (
      (relation.isManyToMany || relation.isOneToMany) &&
      Array.isArray(relation.getEntityValue(instance))
    )
      yield {
        resource: metadata.name,
        member: relation.propertyName,
        wrong: 'the relation starts as an array',
        step: `remove the initial value of ${relation.propertyName}`,
      };
}
