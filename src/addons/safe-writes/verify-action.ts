import { RequestError } from '../../base/errors/index.js';
import type { AuthorizedAction } from '../../modules/actions/action-authorizer.js';
import type { WriteTerms } from './write-terms.js';

/**
 * Verifies that what an external action does is neither tried nor bounded afterwards.
 *
 * @throws RequestError `dry_run_unsupported`, `max_affected_unsupported`
 * @contract C13.3, C13.4
 */
export function verifyAction({ action }: AuthorizedAction, terms: WriteTerms): void {
  if (!action.options.external) return;
  if (terms.isDryRun) throw new RequestError('dry_run_unsupported');
  if (terms.maxAffected !== null && action.scope === 'standalone')
    throw new RequestError('max_affected_unsupported');
}
