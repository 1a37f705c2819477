import { Inject, Injectable } from '@nestjs/common';
import { RequestError } from '../../base/errors/index.js';
import { timeOrderedUuid } from '../../base/time-ordered-uuid.js';
import { DATABASE, type Database } from '../../database/connection/database.js';
import type { ActionContext } from '../../modules/actions/action-call.js';
import {
  AcceptedRun,
  BackgroundRuns,
  type StoredCall,
} from '../../modules/actions/background-runs.js';
import { UserTable } from '../../modules/auth/user-table.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { RunAnnouncements } from './run-announcements.js';
import { RunRequests } from './run-requests.js';
import { RunRows } from './run-rows.js';
import { describeRun } from './stored-run.js';

/** Runs of one user that have not ended. */
const MAX_UNFINISHED = 100;

/** Stores runs, and announces them to the processes. @contract C14.1 */
@Injectable()
export class AcceptRuns extends BackgroundRuns {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly users: UserTable,
    private readonly rows: RunRows,
    private readonly requests: RunRequests,
    private readonly announcements: RunAnnouncements,
  ) {
    super();
  }

  /** @throws RequestError `too_many_requests` if too many runs of the user have not ended */
  async accept(context: ActionContext, call: StoredCall): Promise<AcceptedRun> {
    const { authorizer, origin, languages, resource, action, repositories } = context;
    const userId = this.users.userKey(authorizer.user);
    if ((await this.rows.countUnfinished(userId)) >= MAX_UNFINISHED) throw tooMany();
    const id = timeOrderedUuid();
    const { channel, client, batchId } = origin;
    const run = await this.database.transaction(async (transaction) => {
      transaction.afterCommit(() => this.announcements.announce(id));
      return this.rows.insert(transaction, {
        ...{ id, userId, batchId, resource: resource.key, action: action.uriKey },
        request: this.requests.write(id, { ...call, languages, channel, client }),
        total: Array.isArray(repositories) ? new Set(repositories).size : null,
      });
    });
    const { publicUrl, prefix } = this.options;
    const json = JSON.stringify({ data: describeRun(run, true) });
    return new AcceptedRun(`${publicUrl ?? ''}${prefix}/runs/${id}`, json);
  }

  longestWait(): Promise<number> {
    return this.rows.longestWait();
  }
}

const tooMany = (): RequestError =>
  new RequestError('too_many_requests', {
    message: `${MAX_UNFINISHED} of your runs have not ended. Wait for one, or cancel it.`,
    headers: { 'Retry-After': '60' },
  });
