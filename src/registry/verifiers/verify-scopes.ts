import { eachResource, faultAt } from './each-resource.js';
import { policyMethodsOf } from '../compile/policy-methods.js';

/**
 * `show` only refuses some of the rows inside `scope`, so it has no effect without a scope.
 * @contract C4.4
 */
export const verifyScopes = eachResource(function* (draft) {
  const methods = policyMethodsOf(draft);
  if (methods.includes('show') && !methods.includes('scope'))
    yield faultAt(
      draft,
      'show',
      `${draft.policy!.policy.name} has "show" without "scope"`,
      'scope() { return everything(); }, or the rows that the user may see',
    );
});
