import { operationNames, type OperationName } from '../resources/compiled-resource.js';
import { eachResource, faultAt } from './each-resource.js';
import { prototypeNamesOf } from '../draft/entity-members.js';
import { policyMethodsOf } from '../compile/policy-methods.js';

/** Further operations of the API, which cannot be replaced. */
const others = ['attach', 'detach', 'sync', 'profile', 'actions', 'related', 'filters'];

/**
 * An operation that the policy never allows would never run, and a class without an operation would
 * do nothing.
 *
 * @contract C4.4, C4.6
 */
export const verifyOperations = eachResource(function* (draft) {
  const { operations, policy } = draft;
  if (!operations?.instance) return;
  const { name } = operations.operations;
  const fault = (wrong: string, instead: string) => faultAt(draft, name, wrong, instead);
  const declared = prototypeNamesOf(operations.operations);
  const replaced = operationNames.filter((each) => each in operations.instance!);
  for (const other of others.filter((each) => declared.includes(each)))
    yield fault(`the operation "${other}" cannot be replaced`, listed);
  if (replaced.length === 0) yield fault('the class does not replace an operation', listed);
  const allowed = policyMethodsOf(draft);
  for (const each of replaced)
    if (!allowed.includes(abilityOf(each)))
      yield fault(
        `"${each}" never runs, because ${policy ? `${policy.policy.name} has no "${abilityOf(each)}"` : 'the resource has no policy'}`,
        `the method "${abilityOf(each)}" in the policy, or the class without "${each}"`,
      );
});

/** The policy's method without which the operation is always refused. */
const abilityOf = (name: OperationName): string => (name === 'show' ? 'index' : name);

const listed = `one of the methods ${operationNames.join(', ')}`;
