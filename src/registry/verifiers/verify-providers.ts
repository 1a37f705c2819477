import type { ClassOf } from '../../base/types/compile-time.js';
import { eachResource, faultAt } from './each-resource.js';

/**
 * Policies, hooks, operations, filters, actions and callables are providers of the module that
 * registers their resource.
 */
export const verifyProviders = eachResource(function* (draft) {
  const missing = (member: string, provider: ClassOf) =>
    faultAt(
      draft,
      member,
      `${provider.name} cannot be injected`,
      `${provider.name} among the providers of the module that registers ${draft.name}`,
    );
  if (draft.policy && !draft.policy.instance) yield missing('policy', draft.policy.policy);
  if (draft.hooks && !draft.hooks.instance) yield missing('hooks', draft.hooks.hooks);
  if (draft.operations && !draft.operations.instance)
    yield missing('operations', draft.operations.operations);
  for (const { filter, instance } of draft.filters)
    if (!instance) yield missing(filter.name, filter);
  for (const { action, instance } of draft.actions)
    if (!instance) yield missing(action.name, action);
  for (const { key, definition, instance } of draft.attributes)
    if (definition.kind === 'callable' && definition.invokable && !instance)
      yield missing(key, definition.invokable);
});
