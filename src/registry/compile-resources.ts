import type { DataSource } from 'typeorm';
import { findResourceOptions, membersOf } from '../definition/store/definition-store.js';
import type { ResourceClass } from '../definition/store/resource-of.js';
import type { CompiledResource } from './resources/compiled-resource.js';
import type { ResourceDraft } from './draft/draft.js';
import type { DefinitionReport } from './draft/fault.js';
import { freezeResources } from './compile/freeze-resources.js';
import { EntitySource } from './schema/entity-source.js';
import { compareSchema } from './schema/compare-schema.js';
import type { SchemaFacts } from './resources/schema-facts.js';
import { deriveFields } from './compile/derive-fields.js';
import { describeActions } from './compile/describe-actions.js';
import { describeEntities } from './compile/describe-entities.js';
import { describeFilters } from './compile/describe-filters.js';
import { findInstances, type FindInstance } from './compile/find-instances.js';
import { findTargets } from './compile/find-targets.js';
import { sortMembers } from './compile/sort-members.js';
import { wireRelations } from './compile/wire-relations.js';
import type { DecisionObserver } from './resources/decision-observer.js';
import type { Finding } from './draft/verifier.js';
import { verifiers } from './verifiers/index.js';
import { findMissingIndexes, type MissingIndex } from './indexes/find-missing-indexes.js';
import { warnIndexes } from './indexes/warn-indexes.js';

/**
 * What compiling gives: the resources, unless a definition holds a fault, and everything that was
 * found.
 */
export interface Compilation {
  readonly resources: readonly CompiledResource[] | null;
  readonly report: DefinitionReport;
  /** What the database lacks; empty without resources, or if the schema was not read. */
  readonly missingIndexes: readonly MissingIndex[];
}

/**
 * Compiles definitions in three steps: transformers complete the drafts, verifiers check them, and
 * drafts without faults are frozen.
 *
 * @param facts the schema of the database; `null` when it was not read
 * @param found what is wrong besides definitions, for the same report
 * @param observer of what the definitions decide, if there is any
 */
export function compileResources(
  definitions: readonly ResourceClass[],
  dataSource: DataSource,
  findInstance: FindInstance,
  facts: SchemaFacts | null = null,
  found: readonly Finding[] = [],
  observer?: DecisionObserver,
): Compilation {
  const drafts = definitions.map((definition) => draftOf(definition, facts));
  describeEntities(drafts, dataSource, facts);
  sortMembers(drafts);
  findTargets(drafts);
  wireRelations(drafts, dataSource);
  describeActions(drafts);
  describeFilters(drafts);
  findInstances(drafts, findInstance);
  deriveFields(drafts);

  const refusals = refusalsOf(dataSource, drafts);
  const report = reportOf([
    ...found,
    ...refusals,
    ...verifyDrafts(drafts).filter((finding) => !isExplained(finding, refusals)),
    ...compareSchema(dataSource.entityMetadatas, drafts, facts),
  ]);
  if (report.faults.length > 0) return { report, resources: null, missingIndexes: [] };
  const resources = freezeResources(drafts, observer);
  const missingIndexes = facts ? findMissingIndexes(resources, facts) : [];
  const warnings = [...report.warnings, ...warnIndexes(missingIndexes)];
  return { report: { ...report, warnings }, resources, missingIndexes };
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

const verifyDrafts = (drafts: readonly ResourceDraft[]): readonly Finding[] =>
  verifiers.flatMap((verifier) => [...verifier(drafts)]);

/** What TypeORM refuses in entities, reported at their resources. */
function refusalsOf(dataSource: DataSource, drafts: readonly ResourceDraft[]): readonly Finding[] {
  if (!(dataSource instanceof EntitySource)) return [];
  return dataSource.refusals.map((refusal) => {
    const draft = drafts.find(({ definition: { entity } }) => entity?.name === refusal.resource);
    const relation = draft?.relations.find(({ relationship }) => relationship === refusal.member);
    return draft
      ? { ...refusal, resource: draft.name, member: relation?.key ?? refusal.member }
      : refusal;
  });
}

/** A relation that TypeORM refuses is not there to be joined. */
const isExplained = ({ resource, member }: Finding, refusals: readonly Finding[]): boolean =>
  member !== '' &&
  refusals.some((refusal) => refusal.resource === resource && refusal.member === member);

function reportOf(recordMeta: readonly Finding[]): DefinitionReport {
  return {
    faults: recordMeta.filter(({ severity }) => severity !== 'warning'),
    warnings: recordMeta.filter(({ severity }) => severity === 'warning'),
  };
}
