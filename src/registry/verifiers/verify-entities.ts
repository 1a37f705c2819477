import type { EntityMetadata } from 'typeorm';
import type { CompiledColumn } from '../resources/compiled-resource.js';
import type { ResourceDraft } from '../draft/draft.js';
import { isRecordKey } from '../resources/key-columns.js';
import type { Finding } from '../draft/verifier.js';
import { eachResource, faultAt, warningAt } from './each-resource.js';

/**
 * TypeORM knows the entity of each resource, which has a table of its own and one key that can
 * be part of a path.
 */
export const verifyEntities = eachResource(function* (draft) {
  const { entity } = draft.definition;
  if (typeof entity !== 'function') return;
  if (!draft.table) {
    yield faultAt(
      draft,
      '',
      `TypeORM does not know the entity ${entity.name}`,
      `${entity.name}, with @Entity(), among the entities of the module that registers ${draft.name}`,
    );
    return;
  }
  // TypeORM refuses a table without a key, and that is reported already.
  if (draft.table.keys.length > 0 || draft.metadata!.tableType === 'view')
    yield* verifyKey(draft, draft.table.keys);
  yield* verifyTable(draft, draft.metadata!);
});

/** @contract C1.3 */
function* verifyKey(draft: ResourceDraft, keys: readonly CompiledColumn[]): Iterable<Finding> {
  const { name } = draft.definition.entity;
  const [key, ...others] = keys;
  if (!key || others.length > 0)
    yield faultAt(
      draft,
      '',
      `${name} has ${keys.length} key columns (${keys.map(({ property }) => property).join(', ')})`,
      'an entity with exactly one @PrimaryColumn or @PrimaryGeneratedColumn',
    );
  else if (!isRecordKey(key))
    yield faultAt(
      draft,
      '',
      `the key ${key.property} of ${name} is ${key.databaseType}, which cannot be part of a path`,
      `@PrimaryColumn('varchar') ${key.property}, or an integer, a bigint or a uuid`,
    );
}

function* verifyTable(draft: ResourceDraft, metadata: EntityMetadata): Iterable<Finding> {
  const { name } = draft.definition.entity;
  if (metadata.tableType === 'entity-child')
    yield faultAt(
      draft,
      '',
      `${name} is a @ChildEntity, and its table also contains the rows of other entities`,
      `a resource of ${metadata.parentEntityMetadata.name}, with a scope by ${metadata.discriminatorColumn!.databaseName}`,
    );
  yield* verifyPlace(draft, metadata);
  const owners = new Map<string, string>();
  for (const { propertyName, propertyPath, isVirtual, isVirtualProperty } of metadata.columns) {
    if (isVirtual || isVirtualProperty) continue;
    const owner = owners.get(propertyName);
    if (owner === undefined) owners.set(propertyName, propertyPath);
    else
      yield faultAt(
        draft,
        '',
        `${owner} and ${propertyPath} of ${name} have the same name, ${propertyName}`,
        `columns of ${name} itself, instead of embedded ones`,
      );
  }
}

/** Statements name a table only, and TypeORM its schema too: both must be the same table. */
function* verifyPlace(draft: ResourceDraft, metadata: EntityMetadata): Iterable<Finding> {
  const { tableName, schema, database } = metadata;
  const place = schema ?? database;
  if (place === undefined) return;
  const found = draft.facts?.findTable(tableName)?.schema ?? null;
  const { name } = draft.definition.entity;
  const instead = `@Entity('${tableName}'), and ${place} as what the connection looks into`;
  if (found !== null && found !== place)
    yield faultAt(
      draft,
      '',
      `${name} is declared in ${place}, but statements find ${tableName} in ${found}`,
      instead,
    );
  else if (found === null && place !== 'public')
    yield warningAt(
      draft,
      '',
      `${name} is declared in ${place}, but statements only name its table`,
      instead,
    );
}
