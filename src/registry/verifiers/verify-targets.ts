import { findResourcesOf } from '../../definition/store/definition-store.js';
import { callNamed } from '../draft/call-named.js';
import { nearest } from '../../base/errors/index.js';
import type { RelationDraft, ResourceDraft } from '../draft/draft.js';
import { resourceKeysFor } from '../resources/names.js';
import { suggestName } from '../draft/suggest-name.js';
import type { Finding } from '../draft/verifier.js';
import { faultAt, faultWithStep } from './each-resource.js';
import { findRelationship } from '../draft/entity-members.js';

/** Each relation leads to a registered resource. @spec Relation definitions */
export function* verifyTargets(drafts: readonly ResourceDraft[]): Iterable<Finding> {
  for (const draft of drafts)
    for (const relation of draft.relations)
      if (!relation.target)
        yield relation.resource
          ? notRegistered(draft, relation)
          : notGuessed(draft, relation, drafts);
}

function notRegistered(draft: ResourceDraft, { key, kind, resource }: RelationDraft): Finding {
  const named = callNamed(resource!);
  if (!named)
    return faultAt(
      draft,
      key,
      'the relation does not name a class',
      `@${kind}(() => TheResource), a function that returns it`,
    );
  const { name } = named;
  return faultWithStep(
    draft,
    key,
    `${draft.key}.${key} leads to ${name}, which no module registers`,
    'add it to `resources` of a @ResourceModule',
  );
}

/** Nothing has a key that the relation's could mean. */
function notGuessed(
  draft: ResourceDraft,
  relation: RelationDraft,
  drafts: readonly ResourceDraft[],
): Finding {
  const { key, kind, relationship } = relation;
  const leadsTo = findRelationship(draft.metadata, relationship)?.inverseEntityMetadata.target;
  if (!leadsTo && draft.metadata && !kind.startsWith('Morph')) {
    const names = draft.metadata.relations.map(({ propertyName }) => propertyName);
    return faultAt(
      draft,
      key,
      `the entity has no relationship "${relationship}"`,
      suggestName(relationship, names),
    );
  }
  if (relation.leadsTo) return notForwarded(draft, relation, drafts);
  const keys = [...new Set(resourceKeysFor(key))].join('" or "');
  const fitting =
    drafts.find(({ definition }) => definition.entity === leadsTo) ?? nearestByKey(key, drafts);
  return faultAt(draft, key, `no resource has the key "${keys}"`, suggestTarget(relation, fitting));
}

/** No resource serves the entity, or it is open which of several is meant. */
function notForwarded(
  draft: ResourceDraft,
  relation: RelationDraft,
  drafts: readonly ResourceDraft[],
): Finding {
  const entity = findRelationship(draft.metadata, relation.relationship)!.inverseEntityMetadata
    .name;
  const serving = drafts.filter(({ definition }) => definition.entity === relation.leadsTo);
  const names = serving.map(({ name }) => name).join(' and ');
  return serving.length === 0
    ? faultAt(
        draft,
        relation.key,
        `no resource serializes ${entity}`,
        relation.isListed
          ? `${resourceOf(relation)}, or the relations of ResourceOf without "${relation.key}"`
          : `${resourceOf(relation)}, or @Callable()`,
      )
    : faultAt(
        draft,
        relation.key,
        `${names} serialize ${entity}`,
        `@${relation.kind}(() => TheResource), with one of them`,
      );
}

/** A class that serves the entity may exist without a module that registers it. */
function resourceOf({ leadsTo }: RelationDraft): string {
  const entity = leadsTo as Function;
  const [existing] = findResourcesOf(entity) as readonly Function[];
  return existing
    ? `${existing.name} in the resources of a module`
    : `a resource of ${entity.name}`;
}

function nearestByKey(
  relation: string,
  drafts: readonly ResourceDraft[],
): ResourceDraft | undefined {
  const keys = drafts.map(({ key }) => key);
  const [meant] = resourceKeysFor(relation).flatMap((key) => nearest(key, keys) ?? []);
  return drafts.find(({ key }) => key === meant);
}

const suggestTarget = ({ kind }: RelationDraft, target: ResourceDraft | undefined): string =>
  target
    ? `@${kind}(() => ${target.name}), whose key is "${target.key}"`
    : `@${kind}(() => TheResource), the resource of the entity`;
