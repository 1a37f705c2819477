import type { RelationDraft, ResourceDraft } from '../draft/draft.js';
import { takesRecord } from '../resources/takes-record.js';
import { eachResource, warningAt } from './each-resource.js';

/**
 * Where `show` decides on each record, pages are filtered in memory and have no total; and nothing
 * is sorted or searched through relations that lead to such a resource.
 *
 * @contract C4.4
 */
export const warnShownRecords = eachResource(function* (draft) {
  if (hasRecordPolicy(draft))
    yield warningAt(
      draft,
      'show',
      `${draft.policy!.policy.name} decides on each record, so pages have no total and read further records in place of refused ones`,
      'scope(), with the same rule as a condition',
    );
  for (const relation of draft.relations) {
    if (!relation.target || !hasRecordPolicy(relation.target)) continue;
    for (const option of optionsThrough(relation))
      yield warningAt(
        draft,
        relation.key,
        `${option} has no effect, since the policy of ${relation.target.name} decides on each record with "show"`,
        `the rule of "show" in the scope of that policy, or no ${option}`,
      );
  }
});

const optionsThrough = ({ options }: RelationDraft): readonly string[] =>
  (['sortable', 'searchable'] as const).filter((option) => options[option] !== undefined);

function hasRecordPolicy({ policy }: ResourceDraft): boolean {
  const { show } = (policy?.instance ?? {}) as { show?: (...given: never[]) => unknown };
  return typeof show === 'function' && takesRecord(show);
}
