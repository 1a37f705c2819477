import { findFilterOptions } from '../../definition/store/definition-store.js';
import type { ResourceDraft } from '../draft/draft.js';
import { kebabCase } from '../resources/names.js';

/** Gives each filter its key. @contract C5.7 */
export function describeFilters(drafts: readonly ResourceDraft[]): void {
  for (const draft of drafts) {
    draft.filters = (draft.options.filters ?? []).map((filter) => {
      const options = findFilterOptions(filter);
      return { filter, options, key: options?.key ?? kebabCase(filter.name) };
    });
  }
}
