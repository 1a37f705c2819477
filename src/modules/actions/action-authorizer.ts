import { Injectable } from '@nestjs/common';
import { invalidQuery } from '../../base/errors/index.js';
import { getKey } from '../../pipeline/request/parse-key.js';
import type { CompiledAction } from '../../registry/resources/compiled-resource.js';
import { RecordAuthorizer, type QueryCall } from '../records/authorizing/record-authorizer.js';
import { ReadPlans, type AdmittedQuery } from '../records/reading/read-plans.js';
import { findActions, getAction } from './find-action.js';

/** A request for actions, from HTTP or a tool. */
export interface ActionCall extends QueryCall {
  /** The key of the record from the path; `null` at the collection's path. */
  readonly id: string | null;
}

/** An action that the caller sees. Which records it may run on is decided when they are locked. */
export interface AuthorizedAction {
  readonly action: CompiledAction;
  /** Selects the records. */
  readonly query: AdmittedQuery;
}

/**
 * Checks which actions the caller sees, before any runs. The guard calls it for HTTP; tools call it
 * before the use case.
 *
 * @contract C6.1, C6.2
 */
@Injectable()
export class ActionAuthorizer {
  constructor(
    private readonly plans: ReadPlans,
    private readonly records: RecordAuthorizer,
  ) {}

  /**
   * Returns the actions that the caller sees at the path, in order of declaration.
   *
   * @throws RequestError `invalid_query` for any parameter, `not_found` for a record that the caller
   * may not see
   */
  async list({ context, id, queryString }: ActionCall): Promise<readonly CompiledAction[]> {
    const request = this.plans.describeRequest(context, queryString, 'action', id);
    if (id !== null) await this.records.getShown(context, getKey(id, context.resource.keyColumn));
    return findActions(context, request);
  }

  /** @throws RequestError `invalid_query`, `not_found` */
  async run({ context, id, queryString }: ActionCall): Promise<AuthorizedAction> {
    const query = await this.plans.admit(context, queryString, 'action', id);
    const action = await getAction(context, query.request, query.query.action);
    if (action.scope === 'standalone') refuseParameters(query);
    context.deprecations?.note(action.options);
    return { action, query };
  }
}

/** Standalone actions receive no records, so no parameter can select any. @contract C5.1 */
function refuseParameters({ query }: AdmittedQuery): void {
  const other = query.parameters.find(([name]) => name !== 'action');
  if (!other) return;
  throw invalidQuery(
    other[0],
    'A standalone action does not accept this parameter. Allowed: action.',
  );
}
