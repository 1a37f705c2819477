import { eachResource, warningAt } from './each-resource.js';

/** Without a policy everything is refused, which is rarely meant. @contract C4.4 */
export const warnPolicies = eachResource(function* (draft) {
  if (!draft.options.policy)
    yield warningAt(
      draft,
      '',
      'the resource has no policy, so every request is refused',
      'policy: ThePolicy',
    );
});
