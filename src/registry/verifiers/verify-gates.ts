import type { ResourceDraft } from '../draft.js';
import type { Finding } from '../verifier.js';
import { eachResource, faultAt } from './each-resource.js';
import { gateNames, manyToManyOf, pivotMethod, pivotVerbs } from './policy-methods.js';

/**
 * What a policy decides by are methods of its instance: a value, a getter or a static method is
 * never asked.
 * @contract C4.4
 */
export const verifyGates = eachResource(function* (draft) {
  const { policy, instance } = draft.policy ?? {};
  if (!policy || !instance) return;
  for (const name of gatesOf(draft)) {
    const gate = (instance as Record<string, unknown>)[name];
    if (gate !== undefined && gate !== null && typeof gate !== 'function')
      yield noMethod(draft, name, `"${name}" of ${policy.name} is not a method`);
    else if (!gate && Object.hasOwn(policy, name))
      yield noMethod(draft, name, `"${name}" of ${policy.name} is static, so it is never called`);
  }
});

const gatesOf = (draft: ResourceDraft): readonly string[] => [
  ...gateNames,
  ...manyToManyOf(draft).flatMap(({ key }) => pivotVerbs.map((verb) => pivotMethod(verb, key))),
];

const noMethod = (draft: ResourceDraft, name: string, wrong: string): Finding =>
  faultAt(draft, name, wrong, `${name}(user) { ... }`);
