import type { DataSource } from 'typeorm';
import { findResourceOptions, membersOf } from '../definition/definition-store.js';
import type { ResourceClass } from '../definition/resource-of.js';
import type { CompiledResource } from './compiled-resource.js';
import type { ResourceDraft } from './draft.js';
import type { DefinitionReport } from './fault.js';
import { freezeResources } from './freeze-resources.js';
import type { SchemaFacts } from './schema-facts.js';
import { describeActions } from './transformers/describe-actions.js';
import { describeEntities } from './transformers/describe-entities.js';
import { describeFilters } from './transformers/describe-filters.js';
import { findInstances, type FindInstance } from './transformers/find-instances.js';
import { findTargets } from './transformers/find-targets.js';
import { sortMembers } from './transformers/sort-members.js';
import { wireRelations } from './transformers/wire-relations.js';
import { verifiers } from './verifiers/index.js';

/** What compiling gives: the resources, unless a definition holds a fault, and everything that was found. */
export interface Compilation {
  readonly resources: readonly CompiledResource[] | null;
  readonly report: DefinitionReport;
}

/**
 * From what teams declared to what requests are answered from, in three steps: transformers fill drafts in, verifiers
 * look at them, and drafts without fault are frozen.
 *
 * @param facts what the database says of its tables; `null` where it was not asked
 */
export function compileResources(
  definitions: readonly ResourceClass[],
  dataSource: DataSource,
  findInstance: FindInstance,
  facts: SchemaFacts | null = null,
): Compilation {
  const drafts = definitions.map((definition) => draftOf(definition, facts));
  describeEntities(drafts, dataSource, facts);
  sortMembers(drafts);
  findTargets(drafts);
  wireRelations(drafts, dataSource);
  describeActions(drafts);
  describeFilters(drafts);
  findInstances(drafts, findInstance);

  const report = verify(drafts);
  return { report, resources: report.faults.length === 0 ? freezeResources(drafts) : null };
}

function draftOf(definition: ResourceClass, facts: SchemaFacts | null): ResourceDraft {
  return {
    facts,
    definition,
    name: definition.name,
    options: findResourceOptions(definition) ?? {},
    members: membersOf(definition),
    key: '',
    fields: [],
    inputs: [],
    relations: [],
    attributes: [],
    actions: [],
    filters: [],
  };
}

function verify(drafts: readonly ResourceDraft[]): DefinitionReport {
  const findings = verifiers.flatMap((verifier) => [...verifier(drafts)]);
  return {
    faults: findings.filter(({ severity }) => severity !== 'warning'),
    warnings: findings.filter(({ severity }) => severity === 'warning'),
  };
}
