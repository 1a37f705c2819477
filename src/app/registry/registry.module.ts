import {
  Global,
  Inject,
  Logger,
  Module,
  Optional,
  type OnModuleInit,
  type Provider,
} from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { ResourceClass } from '../../definition/store/resource-of.js';
import type { ClassOf } from '../../base/types/compile-time.js';
import { DATABASE, type Database } from '../../database/connection/database.js';
import { readSchema } from '../../database/schema/read-schema.js';
import { StoredSchema } from '../../database/schema/stored-schema.js';
import { RESOURCE_PREDICATE } from '../../http/requests/resource-predicate.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { compileResources, type Compilation } from '../../registry/compile-resources.js';
import { COMPILE_FACTS } from '../../modules/auth/fact-columns.js';
import { factsCompiler } from './compile-facts.js';
import { installTeamRules } from './install-team-rules.js';
import { findConditionFaults } from './find-condition-faults.js';
import { findUserFaults } from './find-user-faults.js';
import { findRepositoryFaults, withLogRepository } from './log-repository.js';
import { DefinitionError, describeFault } from '../../registry/draft/fault.js';
import { DecisionObserver } from '../../registry/resources/decision-observer.js';
import { ResourceRegistry } from '../../registry/resources/resource-registry.js';
import type { SchemaFacts } from '../../registry/resources/schema-facts.js';
import type { FindInstance } from '../../registry/compile/find-instances.js';
import { RESOURCE_MODULE } from '../database/collect-schema.js';
import type { ResourceModuleMetadata } from './resource-module.decorator.js';

const compileFacts: Provider = {
  provide: COMPILE_FACTS,
  inject: [ResourceRegistry, DATABASE, OPTIONS],
  useFactory: (
    registry: ResourceRegistry,
    database: Database,
    { authentication }: ResolvedOptions,
  ) => factsCompiler(registry, database, authentication.user),
};

const storedSchema: Provider = {
  provide: StoredSchema,
  inject: [DATABASE],
  useFactory: (database: Database) => new StoredSchema(database),
};

const isResource: Provider = {
  provide: RESOURCE_PREDICATE,
  inject: [ResourceRegistry],
  useFactory: (registry: ResourceRegistry) => (key: string) => registry.find(key) !== undefined,
};

/**
 * Compiles the definitions of every module, after Nest has created their policies and actions and
 * before it listens.
 */
@Global()
@Module({
  providers: [ResourceRegistry, storedSchema, compileFacts, isResource],
  exports: [ResourceRegistry, StoredSchema, COMPILE_FACTS, RESOURCE_PREDICATE],
})
export class RegistryModule implements OnModuleInit {
  constructor(
    private readonly registry: ResourceRegistry,
    private readonly schema: StoredSchema,
    private readonly modules: ModulesContainer,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    @Optional() @Inject(DecisionObserver) private readonly observer?: DecisionObserver,
  ) {}

  /** @throws DefinitionError with every fault of every definition */
  async onModuleInit(): Promise<void> {
    const facts = await readSchema(this.database);
    const { resources, report } = await this.compile(facts);
    if (!resources) throw new DefinitionError(report.faults);
    for (const warning of report.warnings)
      new Logger('Definitions').warn(describeFault(warning).trim());
    this.registry.load(resources);
    this.schema.load(facts);
  }

  /**
   * Compiles all definitions without serving them.
   *
   * @param facts the schema to compare the entities with, which is read if it is omitted; `null` to
   * not compare them
   */
  async compile(facts?: SchemaFacts | null): Promise<Compilation> {
    installTeamRules(this.modules);
    const owners = this.ownersOfDefinitions();
    const { authentication, logs } = this.options;
    const definitions = [...owners.keys()];
    const find: FindInstance = (definition, provider) => owners.get(definition)?.(provider);
    const { database } = this;
    const compilation = compileResources(
      withLogRepository(definitions, logs.repository),
      database.dataSource,
      find,
      facts === undefined ? await readSchema(database) : facts,
      [
        ...findUserFaults(database.dataSource, authentication.user),
        ...findRepositoryFaults(definitions, logs.repository),
      ],
      this.observer,
    );
    const { resources } = compilation;
    const faults = resources ? findConditionFaults(resources, authentication.user) : [];
    if (faults.length === 0) return compilation;
    return { ...compilation, resources: null, report: { ...compilation.report, faults } };
  }

  /** Returns each definition with a function that finds providers of its module. */
  private ownersOfDefinitions(): ReadonlyMap<
    ResourceClass,
    (provider: ClassOf) => object | undefined
  > {
    const owners = new Map<ResourceClass, (provider: ClassOf) => object | undefined>();
    for (const module of this.modules.values()) {
      const registered = Reflect.getMetadata(RESOURCE_MODULE, module.metatype) as
        ResourceModuleMetadata | undefined;
      const find = (provider: ClassOf) =>
        module.providers.get(provider as never)?.instance ?? undefined;
      for (const resource of registered?.resources ?? []) owners.set(resource, find);
    }
    return owners;
  }
}
