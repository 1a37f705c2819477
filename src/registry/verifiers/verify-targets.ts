import { callNamed } from '../call-named.js';
import { nearest } from '../../errors/index.js';
import type { RelationDraft, ResourceDraft } from '../draft.js';
import { resourceKeysFor } from '../names.js';
import { suggestName } from '../suggest-name.js';
import type { Finding } from '../verifier.js';
import { faultAt } from './each-resource.js';
import { findRelationship } from './entity-members.js';

/** Each relation leads to a registered resource. @spec Relation definitions */
export function* verifyTargets(drafts: readonly ResourceDraft[]): Iterable<Finding> {
  for (const draft of drafts)
    for (const relation of draft.relations)
      if (!relation.target)
        yield relation.resource ? notRegistered(draft, relation) : notGuessed(draft, relation, drafts);
}

function notRegistered(draft: ResourceDraft, { key, kind, resource }: RelationDraft): Finding {
  const named = callNamed(resource!);
  if (!named)
    return faultAt(draft, key, 'the relation names no class', `@${kind}(() => TheResource), a function that gives it`);
  const { name } = named;
  return faultAt(draft, key, `${name} is not registered`, `${name} in the resources of its module`);
}

/** Nothing has a key that the relation's could mean. */
function notGuessed(draft: ResourceDraft, relation: RelationDraft, drafts: readonly ResourceDraft[]): Finding {
  const { key, kind, relationship } = relation;
  const leadsTo = findRelationship(draft.metadata, relationship)?.inverseEntityMetadata.target;
  if (!leadsTo && draft.metadata && !kind.startsWith('Morph')) {
    const names = draft.metadata.relations.map(({ propertyName }) => propertyName);
    return faultAt(draft, key, `the entity has no relationship "${relationship}"`, suggestName(relationship, names));
  }
  const keys = [...new Set(resourceKeysFor(key))].join('" or "');
  const fitting = drafts.find(({ definition }) => definition.entity === leadsTo) ?? nearestByKey(key, drafts);
  return faultAt(draft, key, `no resource has the key "${keys}"`, suggestTarget(relation, fitting));
}

function nearestByKey(relation: string, drafts: readonly ResourceDraft[]): ResourceDraft | undefined {
  const keys = drafts.map(({ key }) => key);
  const [meant] = resourceKeysFor(relation).flatMap((key) => nearest(key, keys) ?? []);
  return drafts.find(({ key }) => key === meant);
}

const suggestTarget = ({ kind }: RelationDraft, target: ResourceDraft | undefined): string =>
  target
    ? `@${kind}(() => ${target.name}), whose key is "${target.key}"`
    : `@${kind}(() => TheResource), the class that serializes it`;
