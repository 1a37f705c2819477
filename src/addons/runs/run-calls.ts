import { Injectable } from '@nestjs/common';
import { Authorizer } from '../../pipeline/authorization/authorizer.js';
import { contextFor } from '../../pipeline/authorization/request-context.js';
import { ResourceRegistry } from '../../registry/resources/resource-registry.js';
import { ActionAuthorizer } from '../../modules/actions/action-authorizer.js';
import { RunAction } from '../../modules/actions/run-action.js';
import type { RunCall } from '../../modules/actions/run-all.js';
import { UserAccounts } from '../../modules/auth/index.js';
import { UserTable } from '../../modules/auth/user-table.js';
import type { Pulse } from './pulse.js';
import { RunRequests } from './run-requests.js';
import type { StoredRun } from './stored-run.js';

/** Opens the actions of stored requests, with the rights that their users have now. */
@Injectable()
export class RunCalls {
  constructor(
    private readonly registry: ResourceRegistry,
    private readonly accounts: UserAccounts<object>,
    private readonly users: UserTable,
    private readonly authorizer: ActionAuthorizer,
    private readonly running: RunAction,
    private readonly requests: RunRequests,
  ) {}

  /**
   * Returns the action as the user may run it now; `null` if the user is suspended or deleted.
   *
   * @throws RequestError `unauthorized`, `not_found` if the user may not run it any more
   */
  async open(run: StoredRun, pulse: Pulse): Promise<RunCall | null> {
    const key = this.users.parseKey(run.userId);
    const user = key === undefined ? null : await this.accounts.findByKey(key);
    if (!user) return null;
    const { queryString, body, languages, channel, client } = this.requests.read(run);
    const resource = this.registry.get(run.resource);
    const caller = {
      authorizer: new Authorizer(user),
      languages,
      origin: { channel, client, batchId: run.batchId },
    };
    await caller.authorizer.authorize(resource);
    const asked = { operation: 'action', queryString, id: null } as const;
    const context = await contextFor(caller, resource, asked, this.registry);
    const authorized = await this.authorizer.run({ context, id: null, queryString });
    return this.running.reopen(authorized, {
      ...{ body, signal: pulse.signal, countsTotal: true },
      onProgress: (done) => pulse.note(done),
    });
  }
}
