import { Inject, Injectable } from '@nestjs/common';
import { verifyShown } from '../../pipeline/authorization/shown-records.js';
import { RequestError } from '../../base/errors/index.js';
import { DATABASE, type Database } from '../../database/connection/database.js';
import { RecordLocks } from '../../database/write/record-locks.js';
import { getKey } from '../../pipeline/request/parse-key.js';
import { describeAction } from './action-handler.js';
import { describePayload } from './describe-payload.js';
import { findActions } from './find-action.js';
import { ReadRecords } from '../records/reading/read-records.js';
import type { RequestContext } from '../../pipeline/authorization/request-context.js';

/** An action as clients see it. @spec Action descriptor */
export interface ActionDescriptor {
  readonly name: string;
  readonly description: string;
  readonly destructive: boolean;
  readonly uriKey: string;
  /** The rules of each field, as strings. */
  readonly payload: Readonly<Record<string, readonly string[]>>;
}

/** Lists the actions that a user may run on a collection or a record. @contract C6.1 */
@Injectable()
export class ListActions {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly reads: ReadRecords,
    private readonly rows: RecordLocks,
  ) {}

  /**
   * @param id the key of the record from the path; `null` for the collection
   * @throws RequestError `invalid_query` for any parameter, `not_found` for a record that the user
   * may not see
   */
  async list(
    context: RequestContext,
    id: string | null,
    queryString: string,
  ): Promise<readonly ActionDescriptor[]> {
    const request = this.reads.describeRequest(context, queryString, 'action', id);
    if (id !== null) await this.verifyRecord(context, id);
    const actions = await findActions(context, request);
    return actions.map((action) => ({
      name: action.name,
      description: describeAction(action),
      destructive: action.options.destructive ?? false,
      uriKey: action.uriKey,
      payload: describePayload(action),
    }));
  }

  private async verifyRecord({ resource, authorizer }: RequestContext, id: string): Promise<void> {
    const key = getKey(id, resource.keyColumn);
    const scope = authorizer.scope(resource);
    const [found] = await this.rows.find(this.database, resource, [key], scope);
    if (!found) throw new RequestError('not_found');
    await verifyShown(authorizer, resource, found);
  }
}
