import type { MorphType } from '../resources/compiled-resource.js';
import type { RelationDraft, ResourceDraft } from '../draft/draft.js';
import type { Finding } from '../draft/verifier.js';
import { faultWithStep } from './each-resource.js';

/**
 * Several resources may serve one entity, unless rows elsewhere name its records by the key of a
 * resource: rows of a morph and of the log. Those of one resource would be missing in the others,
 * and stay behind when a record is deleted there. See decision 0028.
 */
export function* verifySharedEntities(drafts: readonly ResourceDraft[]): Iterable<Finding> {
  for (const group of groupsOf(drafts)) {
    const [first, ...others] = group as [ResourceDraft, ...ResourceDraft[]];
    const column = findTypeColumn(group, drafts);
    if (!column) continue;
    const { name } = first.definition.entity;
    for (const other of others)
      yield faultWithStep(
        other,
        '',
        `${first.name} and ${other.name} both serve ${name}, but ${column} contains the key of one resource`,
        `serve ${name} by one resource, or leave out the relations and logs that use ${column}`,
      );
  }
}

/** The resources of each entity that has several. */
function groupsOf(drafts: readonly ResourceDraft[]): readonly (readonly ResourceDraft[])[] {
  const entities = new Set(
    drafts.map(({ definition }) => definition.entity).filter((entity) => entity !== undefined),
  );
  return [...entities]
    .map((entity) => drafts.filter(({ definition }) => definition.entity === entity))
    .filter((group) => group.length > 1);
}

/**
 * The column that names records of these resources by a resource's key; `undefined` where there is
 * none.
 */
function findTypeColumn(
  group: readonly ResourceDraft[],
  drafts: readonly ResourceDraft[],
): string | undefined {
  const keys = group.map(({ key }) => key);
  for (const relation of drafts.flatMap(({ relations }) => relations)) {
    const type = typeOf(relation);
    if (type && keys.includes(type.value)) return `${tableOf(relation)}.${type.column.name}`;
  }
  return group.some(({ options }) => options.logged) ? 'action_logs.actionable_type' : undefined;
}

const typeOf = ({ join }: RelationDraft): MorphType | null => join?.type ?? null;

/** The table of the type's column. */
const tableOf = ({ join, target }: RelationDraft): string =>
  join?.keyOn === 'pivot' ? join.table.name : target!.table!.name;
