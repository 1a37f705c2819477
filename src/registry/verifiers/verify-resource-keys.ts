import type { ResourceDraft } from '../draft/draft.js';
import { reservedResourceKeys, wireName } from '../resources/reserved-names.js';
import type { Finding } from '../draft/verifier.js';
import { faultAt } from './each-resource.js';

/**
 * Each resource has a key of its own, which can be part of a URL and is not reserved there.
 * @contract C1.2
 */
export function* verifyResourceKeys(drafts: readonly ResourceDraft[]): Iterable<Finding> {
  const owners = new Map<string, ResourceDraft>();
  for (const draft of drafts) {
    if (typeof draft.definition.entity !== 'function') continue;
    yield* verifyKey(draft);
    const owner = owners.get(draft.key);
    if (owner)
      yield faultAt(
        draft,
        '',
        `the key "${draft.key}" is already used by ${owner.name}`,
        'another uriKey',
      );
    else owners.set(draft.key, draft);
  }
}

function* verifyKey(draft: ResourceDraft): Iterable<Finding> {
  if (!wireName.test(draft.key))
    yield faultAt(
      draft,
      '',
      `the key "${draft.key}" cannot be part of a URL`,
      'a uriKey of letters, digits, _ and -',
    );
  if (reservedResourceKeys.includes(draft.key))
    yield faultAt(
      draft,
      '',
      `the key "${draft.key}" is reserved; reserved are ${reservedResourceKeys.join(', ')}`,
      `another uriKey, such as "own_${draft.key}"`,
    );
}
