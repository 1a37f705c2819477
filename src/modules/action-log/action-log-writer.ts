import { Inject, Injectable, Logger } from '@nestjs/common';
import type { ResourceRequest } from '../../base/types/register.js';
import { DATABASE, type Database, type Transaction } from '../../database/connection/database.js';
import type { LogInsert } from '../../database/pivots/pivot-statements.js';
import { dialects } from '../../database/engines/dialects.js';
import { ChangeLog, type Change, type FailedOperation, type RunLog } from './change-log.js';
import { failureMessage } from './failures.js';
import { callerKey, type CallerKey } from '../../registry/resources/caller-key.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import type { ActionLogStatus } from './action-log.entity.js';
import { LogRows, type NewLogRow } from './log-rows.js';
import { loggedValues } from './logged-values.js';
import { COMPLETE, Snapshots } from './snapshots.js';
import { RunRow, unlogged } from './run-row.js';

/** Writes the log of the resources that opted in. @contract C8 */
@Injectable()
export class ActionLogWriter extends ChangeLog {
  private readonly logger = new Logger('ActionLog');
  private readonly rows: LogRows;
  private readonly callerKey: CallerKey;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(OPTIONS) { authentication }: ResolvedOptions,
    private readonly snapshots: Snapshots,
  ) {
    super();
    this.rows = new LogRows(dialects[database.dialect], database.dataSource);
    this.callerKey = callerKey(database.dataSource, authentication.user);
  }

  async recordAll(
    transaction: Transaction,
    request: ResourceRequest,
    changes: readonly Change[],
  ): Promise<void> {
    const logged = changes.filter(({ resource }) => resource.options.logged);
    const kept = logged.map((change) => this.snapshots.of(change));
    this.rows.insert(
      transaction,
      logged.map((change, at) => {
        const { snapshot, obstacle } = kept[at]!;
        const row = this.rowOf(request, change, 'finished');
        const meta = obstacle === null ? row.meta : { ...row.meta, obstacle };
        return { ...row, meta, snapshot_id: snapshot?.id ?? null };
      }),
    );
    this.snapshots.insert(transaction, kept);
  }

  insertOf(
    request: ResourceRequest,
    change: Omit<Change, 'original' | 'changes'>,
    relation: string,
  ): LogInsert | null {
    if (!change.resource.options.logged) return null;
    const row = this.rowOf(request, { ...change, original: {}, changes: {} }, 'finished');
    const snapshot_id = this.snapshots.covers(change.resource) ? COMPLETE : null;
    return (keys) => this.rows.insertOfKeys({ ...row, snapshot_id }, relation, keys);
  }

  async recordFailure(
    request: ResourceRequest,
    { error, ...operation }: FailedOperation,
  ): Promise<void> {
    if (!operation.resource.options.logged) return;
    const row = this.rowOf(
      request,
      { ...operation, original: {}, changes: {} },
      'failed',
      failureMessage(error),
    );
    await this.database.apart(async () => {
      try {
        await this.database.transaction(async (transaction) =>
          this.rows.insert(transaction, [row]),
        );
      } catch (fault) {
        this.logger.error({
          text: `The failure of ${row.name} could not be written to the action log.`,
          error: fault,
        });
      }
    });
  }

  async startRun(
    request: ResourceRequest,
    { name, resource }: Pick<Change, 'name' | 'resource'>,
  ): Promise<RunLog> {
    if (!resource.options.logged) return unlogged;
    const run = { name, resource, key: null, original: {}, changes: {} };
    return RunRow.start(this.database, this.rows, this.rowOf(request, run, 'running'));
  }

  private rowOf(
    request: ResourceRequest,
    change: Change,
    status: ActionLogStatus,
    exception = '',
  ): NewLogRow {
    const {
      key,
      resource: { full: resource },
    } = change;
    const { channel, client, batchId } = request.origin;
    return {
      user_id: this.callerKey(request.user),
      name: change.name,
      actionable_type: key === null ? null : resource.key,
      actionable_id: key === null ? null : String(key),
      status,
      original: loggedValues(resource, change.original),
      changes: loggedValues(resource, change.changes),
      exception,
      batch_id: batchId,
      meta: { channel, client },
      snapshot_id: null,
      created_at: new Date(),
    };
  }
}
