import type { DeprecationOptions } from '../../definition/deprecation.js';
import { findDeprecationFault } from '../deprecation.js';
import type { ResourceDraft } from '../draft.js';
import type { Finding } from '../verifier.js';
import { eachResource, faultAt } from './each-resource.js';

/** The dates of deprecations become headers, which clients compute with. @contract C17.6 */
export const verifyDeprecations = eachResource(function* (draft) {
  for (const [name, { options }] of draft.members) yield* verify(draft, name, options);
  for (const { action, options } of draft.actions) yield* verify(draft, action.name, options ?? {});
});

function* verify(
  draft: ResourceDraft,
  name: string,
  { deprecated }: DeprecationOptions,
): Iterable<Finding> {
  const fault = deprecated === undefined ? null : findDeprecationFault(deprecated);
  if (fault) yield faultAt(draft, name, ...fault);
}
