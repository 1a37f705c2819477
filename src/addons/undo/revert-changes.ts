import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext } from '../../pipeline/authorization/request-context.js';
import { DATABASE, type Database, type Transaction } from '../../database/connection/database.js';
import { ChangeLog, type Change } from '../../modules/action-log/change-log.js';
import type { Snapshot } from '../../modules/action-log/snapshot.js';
import { WriteFaults } from '../../modules/records/writing/write-faults.js';
import { LoggedChangesReader, type RevertSelection } from './logged-changes-reader.js';
import { RevertActions } from './revert-actions.js';
import { RevertConflicts, type RevertConflict } from './revert-conflicts.js';
import {
  revertGroupsOf,
  inverseRequest,
  type RevertGroup,
  type RunningRevert,
} from './revert-group.js';
import { RevertPivots } from './revert-pivots.js';
import { RevertRecords } from './revert-records.js';

/** What a revert did. */
export interface RevertOutcome {
  /** The number of reverted log rows. */
  readonly affected: number;
  /** The batch of the log rows that the revert wrote. */
  readonly batch_id: string;
  /** The records that were left as they are, because they have changed since. */
  readonly conflicts: readonly RevertConflict[];
}

/** The name of the log rows that a revert writes. */
const REVERTED = 'Reverted';

/**
 * Reverts logged changes, the last one first, in one transaction, which is joined so that passwords
 * are checked while it is not open. The revert is logged as well, so that it can be reverted.
 *
 * @contract C15
 */
@Injectable()
export class RevertChanges {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly reader: LoggedChangesReader,
    private readonly records: RevertRecords,
    private readonly pivots: RevertPivots,
    private readonly actions: RevertActions,
    private readonly log: ChangeLog,
    private readonly faults: WriteFaults,
  ) {}

  /**
   * @param context its resource is that of the log
   * @param given the members of the body, for the inputs that the resources demand on a write
   * @param isLenient whether to leave out records that have changed since
   * @throws RequestError `not_found`, `unauthorized`, `validation_failed`, `revert_conflict`,
   * `revert_unavailable`, `conflict`
   */
  async revert(
    context: RequestContext,
    selection: RevertSelection,
    given: Readonly<Record<string, unknown>>,
    isLenient: boolean,
  ): Promise<RevertOutcome> {
    try {
      return await this.database.together((transaction) =>
        this.run(transaction, context, selection, given, isLenient),
      );
    } catch (error) {
      throw this.faults.ofWork(error);
    }
  }

  private async run(
    transaction: Transaction,
    context: RequestContext,
    selection: RevertSelection,
    given: Readonly<Record<string, unknown>>,
    isLenient: boolean,
  ): Promise<RevertOutcome> {
    const changes = await this.reader.read(transaction, context, selection);
    const isBatch = 'batchId' in selection;
    const conflicts = new RevertConflicts(isBatch);
    const running = { context, transaction, conflicts, isBatch, given };
    for (const group of revertGroupsOf(changes)) {
      await context.authorizer.authorize(group.resource);
      await this.actions.authorize(running, group);
      const reverted = await this.revertGroup(running, group);
      if (!isLenient) conflicts.throwIfAny();
      await this.record(running, group, reverted);
    }
    const affected = changes.length - conflicts.count;
    return { affected, batch_id: context.origin.batchId, conflicts: conflicts.listed };
  }

  private revertGroup(running: RunningRevert, group: RevertGroup): Promise<readonly Change[]> {
    const inverses: Record<Snapshot['event'], () => Promise<readonly Change[]>> = {
      updated: () => this.records.updated(running, group),
      stored: () => this.records.stored(running, group),
      deleted: () => this.records.deleted(running, group),
      pivots: () => this.pivots.revert(running, group.changes[0]!),
    };
    return inverses[group.changes[0]!.snapshot.event]();
  }

  private record(
    running: RunningRevert,
    { resource }: RevertGroup,
    changes: readonly Change[],
  ): Promise<void> {
    const request = inverseRequest(running, resource, 'update', null);
    const named = changes.map((change) => ({ ...change, name: REVERTED }));
    return this.log.recordAll(running.transaction, request, named);
  }
}
