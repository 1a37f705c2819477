import type { ResourceClass } from '../../definition/store/resource-of.js';
import type { ClassOf } from '../../base/types/compile-time.js';
import { needsOf } from './sort-members.js';
import type { ResourceDraft } from '../draft/draft.js';

/**
 * Finds a provider of the module that registers a resource; `undefined` when it cannot be injected.
 */
export type FindInstance = (definition: ResourceClass, provider: ClassOf) => object | undefined;

/** Finds the policies, hooks, operations, filters, actions and callables of the teams' modules. */
export function findInstances(drafts: readonly ResourceDraft[], findInstance: FindInstance): void {
  for (const draft of drafts) {
    const find = (provider: ClassOf) => {
      const instance = findInstance(draft.definition, provider);
      return instance && { instance };
    };
    const { policy, hooks, operations } = draft.options;
    if (policy) draft.policy = { policy, ...find(policy) };
    if (hooks) draft.hooks = { hooks, ...find(hooks) };
    if (operations) draft.operations = { operations, ...find(operations) };
    for (const filter of draft.filters) Object.assign(filter, find(filter.filter));
    for (const action of draft.actions) Object.assign(action, find(action.action));
    for (const attribute of draft.attributes) {
      const { definition } = attribute;
      if (definition.kind !== 'callable' || !definition.invokable) continue;
      Object.assign(attribute, find(definition.invokable));
      attribute.needs = needsOf(
        draft,
        (attribute.instance as { needs?: readonly string[] } | undefined)?.needs,
      );
    }
  }
}
