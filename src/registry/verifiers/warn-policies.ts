import type { ConditionNode } from '../../definition/contracts/condition.js';
import { eachResource, warningAt } from './each-resource.js';

/**
 * Without a policy everything is refused, and lists that a policy allows are empty if it shows no
 * record. Both are rarely meant.
 * @contract C4.4
 */
export const warnPolicies = eachResource(function* (draft) {
  if (!draft.options.policy)
    yield warningAt(
      draft,
      '',
      'the resource has no policy, so every request is refused',
      'policy: ThePolicy',
    );
  const { policy, instance = {} } = draft.policy ?? {};
  const ask = (name: string): unknown => constantOf(instance, name);
  if (!policy || !Reflect.has(instance, 'index') || ask('index') === false) return;
  const empty = `${policy.name} allows lists, which are empty`;
  if ((ask('scope') as ConditionNode | undefined)?.kind === 'nothing')
    yield warningAt(draft, 'scope', `${empty}: its scope selects no row`, 'the rows to see');
  if (ask('show') === false)
    yield warningAt(
      draft,
      'show',
      `${empty}: it shows no record`,
      'true, or no "show": then the scope decides',
    );
});

/** Returns the result of a method that depends on neither a user nor a record, if there is one. */
function constantOf(policy: object, name: string): unknown {
  const method = (policy as Readonly<Record<string, unknown>>)[name];
  if (typeof method !== 'function' || method.length > 0) return undefined;
  try {
    return method.call(policy) as unknown;
  } catch {
    // It depends on a service, which is not ready yet.
    return undefined;
  }
}
