import type { ResourceDraft } from '../draft/draft.js';
import type { Finding } from '../draft/verifier.js';
import { faultAt } from './each-resource.js';

/** One resource serializes the profile. @spec Profile visibility flag */
export function* verifyProfile(drafts: readonly ResourceDraft[]): Iterable<Finding> {
  const [first, ...others] = drafts.filter(({ options }) => options.profile);
  for (const draft of others)
    yield faultAt(
      draft,
      '',
      `${first!.name} already serves the profile`,
      'profile: true on one resource only',
    );
}
