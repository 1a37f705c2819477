import 'reflect-metadata';
import { getMetadataArgsStorage } from 'typeorm';
import { callNamed } from '../../registry/draft/call-named.js';
import type { ClassOf } from '../../base/types/compile-time.js';
import { frameworkEntities, frameworkMigrations } from './framework-schema.js';

/** The metadata key for what a module registers. */
export const RESOURCE_MODULE = Symbol.for('resource-api:module');

/** The entities and migrations of a module. */
export interface ModuleSchema {
  readonly entities: readonly Function[];
  readonly migrations: readonly Function[];
  /** The entities whose tables belong to another application. */
  readonly existing: readonly Function[];
}

/**
 * Returns the entities and migrations of the framework and of these module classes, each once.
 * Related entities are included, since TypeORM would not load them otherwise.
 *
 * @param users the entity of the users
 */
export function collectSchema(
  modules: Iterable<object>,
  users: readonly Function[] = [],
): ModuleSchema {
  const schemas = [...modules].map(schemaOf);
  const entities = [
    ...frameworkEntities,
    ...schemas.flatMap((schema) => schema.entities),
    ...users.filter(isEntity),
  ];
  return {
    entities: withRelated(unique(entities)),
    migrations: unique([
      ...frameworkMigrations,
      ...schemas.flatMap(({ migrations }) => migrations),
    ]),
    existing: unique(schemas.flatMap(({ existing }) => existing)),
  };
}

type Registered = Partial<Omit<ModuleSchema, 'existing'>> & { readonly existingTables?: boolean };

function schemaOf(module: object): ModuleSchema {
  const registered = Reflect.getMetadata(RESOURCE_MODULE, module) as Registered | undefined;
  const { entities = [], migrations = [], existingTables = false } = registered ?? {};
  return { entities, migrations, existing: existingTables ? entities : [] };
}

function withRelated(entities: readonly Function[]): readonly Function[] {
  const related = unique([...entities, ...entities.flatMap(relatedTo).filter(isEntity)]);
  return related.length === entities.length ? entities : withRelated(related);
}

/**
 * Returns the classes that an entity and its parents are related to. Invalid ones are reported when
 * the definitions are compiled.
 */
function relatedTo(entity: Function): readonly Function[] {
  const { relations } = getMetadataArgsStorage();
  const declared = relations.filter(
    ({ target }) => typeof target === 'function' && isOrInherits(entity, target),
  );
  return declared.flatMap(({ type }) => callNamed(type as () => ClassOf) ?? []);
}

const isOrInherits = (entity: Function, parent: Function): boolean =>
  entity === parent || (entity.prototype as object) instanceof parent;

const isEntity = (named: Function): boolean =>
  getMetadataArgsStorage().tables.some(({ target }) => target === named);

function unique<Item>(items: readonly Item[]): readonly Item[] {
  return [...new Set(items)];
}
