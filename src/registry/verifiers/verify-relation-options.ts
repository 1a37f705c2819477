import type { RelationKind } from '../../definition/index.js';
import type { RelationOptions } from '../../definition/contracts/options.js';
import { nearest } from '../../base/errors/index.js';
import type { RelationDraft } from '../draft/draft.js';
import { relationKinds } from '../compile/relation-kinds.js';
import { eachResource, faultAt } from './each-resource.js';

type Option = keyof RelationOptions;

const common: readonly Option[] = [
  'relationship',
  'canEnableRelationship',
  'canSee',
  'only',
  'deprecated',
];
const optionsOf = (kind: RelationKind): readonly Option[] => [
  ...common,
  ...relationKinds[kind].options,
];

/** Each option applies to the kind of its relation. */
export const verifyRelationOptions = eachResource(function* (draft) {
  for (const relation of draft.relations)
    for (const option of Object.keys(relation.options))
      if (!optionsOf(relation.kind).includes(option as Option))
        yield faultAt(
          draft,
          relation.key,
          `${relation.kind} has no option "${option}"`,
          suggestOption(relation, option),
        );
});

function suggestOption({ kind }: RelationDraft, option: string): string {
  const meant = nearest(option, optionsOf(kind));
  if (meant !== undefined) return `"${meant}"`;
  const kinds = Object.entries(relationKinds).flatMap(([other, { options }]) =>
    (options as readonly string[]).includes(option) ? [other] : [],
  );
  const elsewhere = kinds.length === 0 ? '' : `; ${option} is for ${kinds.join(', ')}`;
  return `one of ${optionsOf(kind).join(', ')}${elsewhere}`;
}
