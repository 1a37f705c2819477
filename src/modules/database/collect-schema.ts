import 'reflect-metadata';
import { frameworkEntities, frameworkMigrations } from '../../migrations/index.js';

/** Where a team's module keeps what it brings to the database. */
export const RESOURCE_MODULE = Symbol.for('resource-api:module');

/** What a module brings to the database. */
export interface ModuleSchema {
  readonly entities: readonly Function[];
  readonly migrations: readonly Function[];
}

/** Entities and migrations of the framework and of all these module classes, each once. */
export function collectSchema(modules: Iterable<object>): ModuleSchema {
  const schemas = [...modules].map(schemaOf);
  return {
    entities: unique([...frameworkEntities, ...schemas.flatMap(({ entities }) => entities)]),
    migrations: unique([...frameworkMigrations, ...schemas.flatMap(({ migrations }) => migrations)]),
  };
}

function schemaOf(module: object): ModuleSchema {
  const schema = Reflect.getMetadata(RESOURCE_MODULE, module) as Partial<ModuleSchema> | undefined;
  return { entities: schema?.entities ?? [], migrations: schema?.migrations ?? [] };
}

function unique<Item>(items: readonly Item[]): readonly Item[] {
  return [...new Set(items)];
}
