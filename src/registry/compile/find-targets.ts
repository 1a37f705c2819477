import { callNamed } from '../draft/call-named.js';
import { resourceKeysFor } from '../resources/names.js';
import type { RelationDraft, ResourceDraft } from '../draft/draft.js';

/** Finds the resource that serializes each relation: the one it names, or the one its key means. */
export function findTargets(drafts: readonly ResourceDraft[]): void {
  for (const draft of drafts) {
    for (const relation of draft.relations) {
      const target = findTarget(drafts, relation);
      if (target) relation.target = target;
    }
  }
}

function findTarget(
  drafts: readonly ResourceDraft[],
  relation: RelationDraft,
): ResourceDraft | undefined {
  if (relation.resource) return findNamed(drafts, relation);
  return relation.leadsTo ? findOfEntity(drafts, relation) : findGuessed(drafts, relation);
}

/**
 * A thunk may name a class that another one replaces: a child of it, or the log's resource by
 * `logs.repository`.
 */
function findNamed(
  drafts: readonly ResourceDraft[],
  relation: RelationDraft,
): ResourceDraft | undefined {
  const named = callNamed(relation.resource!);
  if (!named) return undefined;
  return (
    drafts.find(({ definition }) => definition === named) ??
    drafts.find(({ definition }) => definition.prototype instanceof named) ??
    drafts.find(({ definition, table }) => definition.entity === named.entity && table?.isLog)
  );
}

/**
 * The only resource of the entity. Of several, a forwarded relation means the one of its key; a
 * listed one has to name it.
 *
 * @spec Relation definitions, forwarding form
 */
function findOfEntity(
  drafts: readonly ResourceDraft[],
  relation: RelationDraft,
): ResourceDraft | undefined {
  const serving = drafts.filter(({ definition }) => definition.entity === relation.leadsTo);
  if (serving.length === 1) return serving[0];
  return relation.isListed ? undefined : findGuessed(serving, relation);
}

/** @spec Relation definitions, short form */
function findGuessed(
  drafts: readonly ResourceDraft[],
  relation: RelationDraft,
): ResourceDraft | undefined {
  const keys = resourceKeysFor(relation.key);
  return drafts.find(({ key }) => keys.includes(key));
}
