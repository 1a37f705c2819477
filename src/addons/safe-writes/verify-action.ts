import { RequestError } from '../../base/errors/index.js';
import { queryStringOf } from '../../http/requests/query-string-of.js';
import { getAction } from '../../modules/actions/find-action.js';
import type { ResourceHttpRequest } from '../../modules/records/guards/resource.guard.js';
import { describeUnparsed } from '../../pipeline/authorization/request-context.js';
import type { WriteTerms } from './write-terms.js';

/**
 * Verifies, before an old response can be returned, that the caller still sees the action, and that
 * what an external action does is neither tried nor bounded afterwards.
 *
 * @throws RequestError `malformed_request`, `not_found`, `dry_run_unsupported`,
 * `max_affected_unsupported`
 * @contract C13.2, C13.3, C13.4
 */
export async function verifyAction(request: ResourceHttpRequest, terms: WriteTerms): Promise<void> {
  const { context, subject } = request;
  const described = describeUnparsed(
    context,
    'action',
    queryStringOf(request),
    subject?.id ?? null,
  );
  const { action: name } = described.query;
  if (name === undefined) return;
  const { options, scope } = await getAction(context, described, name);
  if (!options.external) return;
  if (terms.isDryRun) throw new RequestError('dry_run_unsupported');
  if (terms.maxAffected !== null && scope === 'standalone')
    throw new RequestError('max_affected_unsupported');
}
