import 'reflect-metadata';
import { DataSource } from 'typeorm';
import type { ResourceClass } from '../../../../src/definition/index.js';
import type { ClassOf } from '../../../../src/base/types/compile-time.js';
import { compileResources, type Compilation } from '../../../../src/registry/compile-resources.js';
import type { FindInstance } from '../../../../src/registry/compile/find-instances.js';
import type { SchemaFacts } from '../../../../src/registry/resources/schema-facts.js';
import { entities } from './entities.js';

/** TypeORM's metadata without a connection. */
export class MetadataSource extends DataSource {
  static async of(
    classes: readonly (new () => object)[],
    type: 'better-sqlite3' | 'postgres' = 'better-sqlite3',
  ): Promise<MetadataSource> {
    const source = new MetadataSource({ type, database: ':memory:', entities: [...classes] });
    await source.buildMetadatas();
    return source;
  }
}

const library = MetadataSource.of(entities);

/** Every provider can be injected. */
export const makeInstance: FindInstance = (_definition, provider) =>
  new (provider as new () => object)();

/**
 * Compiles definitions over the library's entities; every provider but those that are `missing` can
 * be injected.
 */
export async function compile(
  definitions: readonly ResourceClass[],
  missing: readonly ClassOf[] = [],
): Promise<Compilation> {
  return compileResources(definitions, await library, (definition, provider) =>
    missing.includes(provider) ? undefined : makeInstance(definition, provider),
  );
}

/** The same over entities of a test's own. */
export async function compileOver(
  classes: readonly (new () => object)[],
  definitions: readonly ResourceClass[],
  facts: SchemaFacts | null = null,
): Promise<Compilation> {
  return compileResources(definitions, await MetadataSource.of(classes), makeInstance, facts);
}
