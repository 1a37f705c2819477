import type { ClassOf } from '../../base/types/compile-time.js';
import type { RelationDraft, ResourceDraft } from '../draft/draft.js';
import { pascalCase } from '../resources/names.js';
import { prototypeNamesOf } from '../draft/entity-members.js';

/** What a policy may declare for the resource as a whole. @contract C4.4 */
export const abilityMethodNames: readonly string[] = [
  'scope',
  'index',
  'show',
  'store',
  'update',
  'delete',
];

/** What it may declare for each many-to-many relation. @contract C7.4 */
export const pivotVerbs = ['attach', 'detach', 'sync'] as const;
export type PivotVerb = (typeof pivotVerbs)[number];

/** `manageTags` for `tags`: it decides for those of the three that the policy does not have. */
export const manageMethod = (relation: string): string => `manage${pascalCase(relation)}`;

/** Every method that a policy may have for a many-to-many relation. */
export const pivotMethodsOf = (relation: string): readonly string[] => [
  ...pivotVerbs.map((verb) => pivotMethod(verb, relation)),
  manageMethod(relation),
];

/** `attachTags` for `tags`. */
export const pivotMethod = (verb: PivotVerb, relation: string): string =>
  `${verb}${pascalCase(relation)}`;

/** The methods of a resource's policy, and functions that its instance holds. */
export function policyMethodsOf({ policy }: ResourceDraft): readonly string[] {
  if (!policy) return [];
  const held = Object.entries(policy.instance ?? {}).flatMap(([name, value]) =>
    typeof value === 'function' ? [name] : [],
  );
  return [...methodsOf(policy.policy), ...held];
}

const methodsOf = (policy: ClassOf): readonly string[] => prototypeNamesOf(policy);

/** The relations that have routes for attach, detach and sync. */
export const manyToManyOf = ({ relations }: ResourceDraft): readonly RelationDraft[] =>
  relations.filter(({ kind }) => kind === 'BelongsToMany' || kind === 'MorphToMany');
