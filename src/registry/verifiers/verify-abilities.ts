import type { ResourceDraft } from '../draft/draft.js';
import type { Finding } from '../draft/verifier.js';
import { eachResource, faultAt } from './each-resource.js';
import { abilityMethodNames, manyToManyOf, pivotMethodsOf } from '../compile/policy-methods.js';

/**
 * What a policy decides by are methods of its instance: a value, a getter or a static method is
 * never asked.
 * @contract C4.4
 */
export const verifyAbilities = eachResource(function* (draft) {
  const { policy, instance } = draft.policy ?? {};
  if (!policy || !instance) return;
  for (const name of abilitiesOf(draft)) {
    const ability = (instance as Record<string, unknown>)[name];
    if (ability !== undefined && ability !== null && typeof ability !== 'function')
      yield noMethod(draft, name, `"${name}" of ${policy.name} is not a method`);
    else if (!ability && Object.hasOwn(policy, name))
      yield noMethod(draft, name, `"${name}" of ${policy.name} is static, so it is never called`);
  }
});

const abilitiesOf = (draft: ResourceDraft): readonly string[] => [
  ...abilityMethodNames,
  ...manyToManyOf(draft).flatMap(({ key }) => pivotMethodsOf(key)),
];

const noMethod = (draft: ResourceDraft, name: string, wrong: string): Finding =>
  faultAt(draft, name, wrong, `${name}(user) { ... }`);
