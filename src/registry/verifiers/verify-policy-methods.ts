import { distance } from 'fastest-levenshtein';
import type { ResourceDraft } from '../draft/draft.js';
import { suggestName } from '../draft/suggest-name.js';
import type { Finding } from '../draft/verifier.js';
import { eachResource, faultAt } from './each-resource.js';
import {
  abilityMethodNames,
  manyToManyOf,
  pivotMethodsOf,
  policyMethodsOf,
} from '../compile/policy-methods.js';

/** A misnamed method would refuse in silence, since what is absent refuses. @contract C4.4 */
export const verifyPolicyMethods = eachResource(function* (draft) {
  const declared = policyMethodsOf(draft);
  const pivotMethods = manyToManyOf(draft).flatMap(({ key }) => pivotMethodsOf(key));
  const known = [...abilityMethodNames, ...pivotMethods];
  for (const method of declared.filter((name) => !known.includes(name))) {
    const fault = /^((attach|detach|sync)([A-Z_]|$)|manage[A-Z])/.test(method)
      ? findStray(draft, method, pivotMethods)
      : findMisspelt(draft, method, known, declared);
    if (fault) yield fault;
  }
});

/** A method for a relation that is not there, or is not many-to-many. */
function findStray(draft: ResourceDraft, method: string, pivotMethods: readonly string[]): Finding {
  const named = draft.relations.find(({ key }) => pivotMethodsOf(key).includes(method));
  const wrong = named
    ? `${draft.policy!.policy.name} has "${method}", but ${named.key} is ${named.kind}, not many-to-many`
    : `${draft.policy!.policy.name} has "${method}", which does not belong to a relation of the resource`;
  return faultAt(
    draft,
    method,
    wrong,
    pivotMethods.length === 0 ? 'the policy without it' : suggestName(method, pivotMethods),
  );
}

/** A name that is nearly one of the known ones; the nearer, where that one is declared as well. */
function findMisspelt(
  draft: ResourceDraft,
  method: string,
  known: readonly string[],
  declared: readonly string[],
): Finding | undefined {
  const meant = known
    .map((name) => ({ name, steps: distance(method.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, steps }) => steps <= (declared.includes(name) ? 1 : 2))
    .sort((one, other) => one.steps - other.steps)[0]?.name;
  if (meant === undefined) return undefined;
  const wrong = `${draft.policy!.policy.name} has "${method}", which is never called`;
  return faultAt(draft, method, wrong, `"${meant}", or a name that is less similar`);
}
