import type { ActionOptions } from '../../definition/contracts/action.js';
import { findActionOptions } from '../../definition/store/definition-store.js';
import type { ActionScope } from '../resources/compiled-resource.js';
import { kebabCase } from '../resources/names.js';
import type { ResourceDraft } from '../draft/draft.js';

/** Gives each action its key and its scope. @spec Action definition properties */
export function describeActions(drafts: readonly ResourceDraft[]): void {
  for (const draft of drafts) {
    draft.actions = (draft.options.actions ?? []).map((action) => {
      const options = findActionOptions(action);
      return {
        action,
        options,
        uriKey: options?.uriKey ?? kebabCase(action.name),
        scope: scopeOf(options),
      };
    });
  }
}

function scopeOf(options: ActionOptions | undefined): ActionScope {
  if (options?.standalone) return 'standalone';
  if (options?.onlyOnIndex) return 'index';
  return options?.onlyOnShow ? 'show' : 'both';
}
