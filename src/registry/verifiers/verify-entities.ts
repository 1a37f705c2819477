import { eachResource, faultAt } from './each-resource.js';

/** TypeORM knows the entity of each resource, and it has one key. */
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
  const keys = draft.table.keys.map(({ property }) => property);
  if (keys.length === 1) return;
  yield faultAt(
    draft,
    '',
    `${entity.name} has ${keys.length} key columns (${keys.join(', ')})`,
    'an entity with exactly one @PrimaryColumn or @PrimaryGeneratedColumn',
  );
});
