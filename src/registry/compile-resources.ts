import type { DataSource } from 'typeorm';
import { findResourceOptions, membersOf } from '../definition/definition-store.js';
import type { ResourceClass } from '../definition/resource-of.js';
import type { CompiledResource } from './compiled-resource.js';
import type { ResourceDraft } from './draft.js';
import type { DefinitionReport } from './fault.js';
import { freezeResources } from './freeze-resources.js';
import { describeActions } from './transformers/describe-actions.js';
import { describeEntities } from './transformers/describe-entities.js';
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
 */
export function compileResources(
  definitions: readonly ResourceClass[],
  dataSource: DataSource,
  findInstance: FindInstance,
): Compilation {
  const drafts = definitions.map(draftOf);
  describeEntities(drafts, dataSource);
  sortMembers(drafts);
  findTargets(drafts);
  wireRelations(drafts, dataSource);
  describeActions(drafts);
  findInstances(drafts, findInstance);

  const report = verify(drafts);
  return { report, resources: report.faults.length === 0 ? freezeResources(drafts) : null };
}

function draftOf(definition: ResourceClass): ResourceDraft {
  return {
    definition,
    name: definition.name,
    options: findResourceOptions(definition) ?? {},
    members: membersOf(definition),
    key: '',
    fields: [],
    relations: [],
    attributes: [],
    actions: [],
  };
}

function verify(drafts: readonly ResourceDraft[]): DefinitionReport {
  const findings = verifiers.flatMap((verifier) => [...verifier(drafts)]);
  return {
    faults: findings.filter(({ severity }) => severity !== 'warning'),
    warnings: findings.filter(({ severity }) => severity === 'warning'),
  };
}
