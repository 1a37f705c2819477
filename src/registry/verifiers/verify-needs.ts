import type { ResourceDraft } from '../draft/draft.js';
import { suggestName } from '../draft/suggest-name.js';
import type { Finding } from '../draft/verifier.js';
import { eachResource, faultAt } from './each-resource.js';

/** What callables, forwarded attributes and policies need are columns of the entity. */
export const verifyNeeds = eachResource(function* (draft) {
  if (!draft.table) return;
  for (const { key, needs } of draft.attributes)
    yield* verifyNames(
      draft,
      key,
      needs.filter((need) => typeof need === 'string'),
    );
  const { needs = [] } = (draft.policy?.instance ?? {}) as { needs?: readonly string[] };
  yield* verifyNames(draft, 'policy', needs);
});

function* verifyNames(
  draft: ResourceDraft,
  member: string,
  names: readonly string[],
): Iterable<Finding> {
  const { columns } = draft.table!;
  for (const name of names)
    if (!columns.has(name))
      yield faultAt(
        draft,
        member,
        `needs names "${name}", which is not a column of the entity`,
        suggestName(name, columns.keys()),
      );
}
