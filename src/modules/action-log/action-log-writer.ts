import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Key, ResourceRequest } from '../../base/types/register.js';
import {
  DATABASE,
  type Database,
  type Statement,
  type Transaction,
} from '../../database/connection/database.js';
import type { ChangedKeys, PivotLog } from '../../database/pivots/pivot-statements.js';
import { dialects } from '../../database/engines/dialects.js';
import { ChangeLog, type Change, type FailedOperation, type RunLog } from './change-log.js';
import { failureMessage } from './failures.js';
import { callerKey, type CallerKey } from '../../registry/resources/caller-key.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { LogRows, type NewLogRow } from './log-rows.js';
import { loggedJson } from './logged-values.js';
import { COMPLETE, Snapshots, type KeptSnapshot } from './snapshots.js';
import { failRow, RunRow, unlogged } from './run-row.js';

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
    const { rows, kept } = this.entriesOf(request, changes);
    if (rows.length === 0) return;
    transaction.later(this.rows.insertions(rows));
    this.snapshots.insert(transaction, kept);
  }

  insertions(request: ResourceRequest, changes: readonly Change[]): readonly Statement[] | null {
    const { rows, kept } = this.entriesOf(request, changes);
    if (kept.some(({ files }) => files.length > 0)) return null;
    return [...this.rows.insertions(rows), ...this.snapshots.insertions(kept)];
  }

  ofKeys(
    request: ResourceRequest,
    change: Omit<Change, 'original' | 'changes'>,
    relation: string,
  ): PivotLog | null {
    if (!change.resource.options.logged) return null;
    const snapshot_id = this.snapshots.covers(change.resource) ? COMPLETE : null;
    const under = (keys: readonly string[]) => (keys.length > 0 ? { [relation]: keys } : {});
    const rowWith = ({ added, removed }: ChangedKeys): NewLogRow => {
      const values = { original: under(removed), changes: under(added) };
      return { ...rowOf(this.sharedBy(request), { ...change, ...values }), snapshot_id };
    };
    return {
      along: (keys) => this.rows.insertOfKeys(rowWith(NO_KEYS), relation, keys),
      after: (keys) =>
        keys.added.length + keys.removed.length > 0 ? this.rows.insertions([rowWith(keys)]) : [],
    };
  }

  async recordFailure(
    request: ResourceRequest,
    { error, ...operation }: FailedOperation,
  ): Promise<void> {
    if (!operation.resource.options.logged) return;
    const row: NewLogRow = {
      ...rowOf(this.sharedBy(request), { ...operation, ...NO_VALUES }),
      status: 'failed',
      exception: failureMessage(error),
    };
    await this.database.apart(async () => {
      try {
        await this.database.transaction(async (transaction) =>
          transaction.later(this.rows.insertions([row])),
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
    run: Pick<Change, 'name' | 'resource'>,
  ): Promise<RunLog> {
    if (!run.resource.options.logged) return unlogged;
    return RunRow.start(this.database, this.rows, this.runRow(request, run));
  }

  resumeRun(
    request: ResourceRequest,
    run: Pick<Change, 'name' | 'resource'>,
    key: Key | null,
  ): RunLog {
    if (key === null) return unlogged;
    return new RunRow(this.database, this.rows, this.runRow(request, run), key);
  }

  async failRun(key: Key | null, error: unknown): Promise<void> {
    if (key !== null) await failRow(this.database, this.rows, key, error);
  }

  private runRow(request: ResourceRequest, run: Pick<Change, 'name' | 'resource'>): NewLogRow {
    return {
      ...rowOf(this.sharedBy(request), { key: null, ...NO_VALUES, ...run }),
      status: 'running',
    };
  }

  private entriesOf(request: ResourceRequest, changes: readonly Change[]) {
    const logged = changes.filter(({ resource }) => resource.options.logged);
    const kept = logged.map((change) => this.snapshots.of(change));
    const shared = this.sharedBy(request);
    return { rows: logged.map((change, at) => rowOf(shared, change, kept[at])), kept };
  }

  private sharedBy({ user, origin: { channel, client, batchId } }: ResourceRequest): SharedValues {
    return {
      user_id: this.callerKey(user),
      batch_id: batchId,
      meta: { channel, client },
      created_at: new Date(),
    };
  }
}

/** What all rows of a request have in common. */
type SharedValues = Pick<NewLogRow, 'user_id' | 'batch_id' | 'meta' | 'created_at'>;

const NO_VALUES = { original: {}, changes: {} };
const NO_KEYS: ChangedKeys = { added: [], removed: [] };

/** Returns the row of a change that has succeeded. */
function rowOf(
  { user_id, batch_id, meta, created_at }: SharedValues,
  { name, key, original, changes, resource: { full: resource } }: Change,
  { snapshot, obstacle }: Pick<KeptSnapshot, 'snapshot' | 'obstacle'> = NOT_KEPT,
): NewLogRow {
  return {
    user_id,
    name,
    actionable_type: key === null ? null : resource.key,
    actionable_id: key === null ? null : String(key),
    status: 'finished',
    original: loggedJson(resource, original),
    changes: loggedJson(resource, changes),
    exception: '',
    batch_id,
    meta: obstacle === null ? meta : { ...meta, obstacle },
    snapshot_id: snapshot?.id ?? null,
    created_at,
  };
}

const NOT_KEPT = { snapshot: null, obstacle: null };
