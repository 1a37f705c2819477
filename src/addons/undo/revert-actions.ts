import { Inject, Injectable } from '@nestjs/common';
import { RequestError } from '../../base/errors/index.js';
import { DATABASE, type Database } from '../../database/connection/database.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { callerKey, type CallerKey } from '../../registry/resources/caller-key.js';
import type { CompiledAction } from '../../registry/resources/compiled-resource.js';
import { isSeen } from '../../modules/actions/find-action.js';
import type { LoggedChange } from './logged-change.js';
import { inverseRequest, type RevertGroup, type RunningRevert } from './revert-group.js';

/**
 * Decides who may revert what an action did: an action may change what its caller could not change
 * in another way, so the right to update the record alone is not enough.
 *
 * @contract C15.2
 */
@Injectable()
export class RevertActions {
  private readonly callerKey: CallerKey;

  constructor(
    @Inject(DATABASE) { dataSource }: Database,
    @Inject(OPTIONS) options: ResolvedOptions,
  ) {
    this.callerKey = callerKey(dataSource, options.authentication.user);
  }

  /** @throws RequestError `unauthorized` unless the caller ran the action, or sees it */
  async authorize(running: RunningRevert, { resource, changes }: RevertGroup): Promise<void> {
    const caller = this.callerKey(running.context.authorizer.user);
    const others = changes.filter(({ row }) => row.user_id !== caller);
    for (const action of actionsOf(resource.full.actions, others)) {
      const request = inverseRequest(running, resource, 'action', null);
      if (!(await isSeen(action, request))) throw new RequestError('unauthorized');
    }
  }
}

const actionsOf = (
  actions: readonly CompiledAction[],
  changes: readonly LoggedChange[],
): readonly CompiledAction[] => {
  const names = new Set(changes.map(({ row }) => row.name));
  return actions.filter(({ uriKey }) => names.has(uriKey));
};
