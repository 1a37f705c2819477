import { Module, type ModuleMetadata, type Provider, type Type } from '@nestjs/common';
import { findResourceOptions, membersOf } from '../../definition/store/definition-store.js';
import type { ResourceClass } from '../../definition/store/resource-of.js';
import type { ClassOf } from '../../base/types/compile-time.js';
import { RESOURCE_MODULE } from '../database/collect-schema.js';
import { callNamed } from '../../registry/draft/call-named.js';

/** What a module registers with the framework. */
export interface ResourceModuleMetadata {
  readonly resources: readonly ResourceClass[];
  readonly entities: readonly ClassOf[];
  readonly migrations: readonly ClassOf[];
  readonly existingTables: boolean;
}

interface Options extends ModuleMetadata {
  readonly resources?: readonly ResourceClass[];
  /** Further entities, which no resource of the module declares or uses as a pivot. */
  readonly entities?: readonly ClassOf[];
  /** TypeORM migrations, in any order: they run by the timestamps in their names. */
  readonly migrations?: readonly ClassOf[];
  /**
   * The tables of its entities belong to another application, and no migration creates them.
   * `migrate generate` leaves them out, and the test kit creates them in its empty database.
   */
  readonly existingTables?: boolean;
}

/**
 * Declares a Nest module that registers resources. Their policies, filters, actions and callables
 * become its providers, so that they can inject its services, and their entities are added to the
 * database.
 */
export function ResourceModule({
  resources = [],
  entities = [],
  migrations = [],
  existingTables = false,
  ...metadata
}: Options): ClassDecorator {
  return (target) => {
    const providers = [...(metadata.providers ?? []), ...resources.flatMap(providersOf)];
    Module({ ...metadata, providers: [...new Set(providers)] })(target);
    const registration = registered({ resources, entities, migrations, existingTables });
    Reflect.defineMetadata(RESOURCE_MODULE, registration, target);
  };
}

function providersOf(resource: ResourceClass): readonly Provider[] {
  const options = findResourceOptions(resource) ?? {};
  const { policy, hooks, operations, filters = [], actions = [] } = options;
  const invokables = [...membersOf(resource).values()].flatMap((member) =>
    member.kind === 'callable' && member.invokable ? [member.invokable] : [],
  );
  return [
    ...(policy ? [policy] : []),
    ...(hooks ? [hooks] : []),
    ...(operations ? [operations] : []),
    ...filters,
    ...actions,
    ...invokables,
  ] as Type[];
}

/**
 * Pivot entities are referenced by functions, which are called at boot, since resources may import
 * each other in cycles.
 */
function registered({
  resources,
  entities,
  migrations,
  existingTables,
}: ResourceModuleMetadata): ResourceModuleMetadata {
  return {
    resources,
    migrations,
    existingTables,
    // eslint-disable-next-line no-restricted-syntax -- Once per module, at boot.
    get entities() {
      return [
        ...resources.flatMap((resource) => [resource.entity, ...pivotsOf(resource)]),
        ...entities,
      ];
    },
  };
}

function pivotsOf(resource: ResourceClass): readonly ClassOf[] {
  return [...membersOf(resource).values()].flatMap((member) =>
    member.kind === 'relation' && member.options.through
      ? (callNamed(member.options.through) ?? [])
      : [],
  );
}
