import { Injectable } from '@nestjs/common';
import { describeUnparsed, type RequestContext } from '../../authorization/request-context.js';
import { RequestError } from '../../errors/index.js';
import type { WriteTerms } from '../records/safe-writes/write-terms.js';
import { getAction } from './find-action.js';

/** Verifies the terms under which an action runs. @contract C13.2, C13.3 */
@Injectable()
export class ActionTerms {
  /**
   * Verifies, before an old response can be returned, that the caller still sees the action, and
   * that a dry run has no effects outside of the database. A request that names no action is left
   * to the handler.
   *
   * @param id the key of the record in the path, or of the argument; `null` for several or none
   * @throws RequestError `not_found`, `dry_run_unsupported`
   */
  async verify(
    context: RequestContext,
    queryString: string,
    id: string | null,
    terms: WriteTerms,
  ): Promise<void> {
    const described = describeUnparsed(context, 'action', queryString, id);
    const { action: name } = described.query;
    if (name === undefined) return;
    const { options } = await getAction(context, described, name);
    if (terms.isDryRun && options.external) throw new RequestError('dry_run_unsupported');
  }
}
