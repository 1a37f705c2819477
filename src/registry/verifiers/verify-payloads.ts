import { eachResource, faultAt } from './each-resource.js';
import { findRuleFaults } from './find-rule-faults.js';

/** The rules of each action's payload exist. @spec Action definition properties */
export const verifyPayloads = eachResource(function* (draft) {
  for (const { action, options } of draft.actions) {
    const rules = options?.rules ?? {};
    const paths = Object.keys(rules).flatMap(withParents);
    for (const [path, specs] of Object.entries(rules))
      for (const { wrong, instead } of findRuleFaults(specs, paths))
        yield faultAt(draft, action.name, `${path}: ${wrong}`, instead);
  }
});

/** `address.city` says that there is an `address` too. */
function withParents(path: string): readonly string[] {
  const parts = path.split('.');
  return parts.map((_part, index) => parts.slice(0, index + 1).join('.'));
}
