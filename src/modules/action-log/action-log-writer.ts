import { Inject, Injectable, Logger } from '@nestjs/common';
import type { ResourceRequest } from '../../types/register.js';
import { DATABASE, type Database, type Transaction } from '../../execution/database/database.js';
import type { LogInsert } from '../../execution/pivots/pivot-statements.js';
import { dialects } from '../../execution/dialects/index.js';
import { bound, compose, type SqlPart } from '../../execution/sql/compose.js';
import type { ChangedRows } from '../../execution/writes/logged-update.js';
import type { RowLogInsert } from '../../execution/writes/record-statements.js';
import type { CompiledColumn, CompiledResource } from '../../registry/compiled-resource.js';
import {
  ChangeLog,
  type Change,
  type FailedOperation,
  type InsertableChanges,
  type RunLog,
  type UpdateRows,
} from './change-log.js';
import { failureMessage } from './failures.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import type { ActionLogStatus } from './action-log.entity.js';
import { LogRows, type ChangeRow, type NewLogRow, type OperationLog } from './log-rows.js';
import { loggedValues } from './logged-values.js';
import { newSnapshotIds } from './snapshot-ids.js';
import { COMPLETE, Snapshots } from './snapshots.js';
import { RunRow, unlogged } from './run-row.js';
import { differencesSql, rowLogSql, updateLogSql, type UpdateLogSql } from './row-log-sql.js';

/** Writes the log of the resources that opted in. @contract C8 */
@Injectable()
export class ActionLogWriter extends ChangeLog {
  private readonly logger = new Logger('ActionLog');
  private readonly rows: LogRows;
  private readonly userKey: string;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(OPTIONS) { authentication }: ResolvedOptions,
    private readonly snapshots: Snapshots,
  ) {
    super();
    this.rows = new LogRows(dialects[database.dialect], database.dataSource);
    this.userKey =
      database.dataSource.getMetadata(authentication.user.entity).primaryColumns[0]?.propertyName ??
      '';
  }

  async recordAll(
    transaction: Transaction,
    request: ResourceRequest,
    changes: readonly Change[],
  ): Promise<void> {
    const logged = changes.filter(({ resource }) => resource.options.logged);
    if (logged.length === 0) return;
    const kept = this.snapshots.of(logged);
    const rows = logged.map((change, at) => rowOfChange(change, kept[at]?.id ?? null));
    this.rows.insert(transaction, this.operationOf(request, 'finished'), rows);
    this.snapshots.insert(
      transaction,
      kept.filter((snapshot) => snapshot !== null),
    );
  }

  insertOf(
    request: ResourceRequest,
    change: Omit<Change, 'original' | 'changes'>,
    relation: string,
  ): LogInsert | null {
    if (!change.resource.options.logged) return null;
    const row = this.rowOf(request, { ...change, original: {}, changes: {} });
    const snapshot_id = this.snapshots.covers(change.resource) ? COMPLETE : null;
    return (keys) => this.rows.insertOfKeys({ ...row, snapshot_id }, relation, keys);
  }

  canInsert(resource: CompiledResource): InsertableChanges {
    if (!resource.options.logged) return { whole: true, changed: true };
    const keepsSnapshots = this.snapshots.covers(resource);
    const { json } = dialects[this.database.dialect];
    const columns = [...resource.full.table.columns.values()];
    return {
      whole:
        json !== null &&
        (!keepsSnapshots || this.snapshots.arePlain(resource)) &&
        rowLogSql(resource, 'Stored', columns, json) !== null,
      changed: !keepsSnapshots || !this.snapshots.refersToFiles(resource),
    };
  }

  insertOfRow(
    request: ResourceRequest,
    {
      name,
      resource,
    }: { readonly name: 'Stored' | 'Deleted'; readonly resource: CompiledResource },
    columns: readonly CompiledColumn[],
  ): RowLogInsert | null {
    if (!resource.options.logged) return null;
    const { json } = dialects[this.database.dialect];
    const { values, snapshot } = rowLogSql(resource, name, columns, json!)!;
    const change = { name, resource, key: '', original: {}, changes: {} };
    const id = this.snapshots.covers(resource) ? newSnapshotIds().at(0) : null;
    const row = this.rowOf(request, change, id);
    const member = name === 'Stored' ? 'changes' : 'original';
    return ({ from, key }) =>
      partsOf(
        this.rows.insertOfRows(row, { actionable_id: key, [member]: values }, from),
        id === null ? null : this.snapshots.insertionFrom(from, boundText(id), snapshot),
      );
  }

  insertOfChange(request: ResourceRequest, change: Change): RowLogInsert | null {
    if (!change.resource.options.logged) return null;
    const [snapshot] = this.snapshots.of([change]);
    const row = this.rowOf(request, change, snapshot?.id);
    return ({ from }) => {
      const [id, content] = [snapshot?.id, snapshot?.content].map((text) => boundText(text ?? ''));
      return partsOf(
        this.rows.insertOfRows(row, {}, from),
        snapshot ? this.snapshots.insertionFrom(from, id!, content!) : null,
      );
    };
  }

  insertOfDifferences(
    request: ResourceRequest,
    resource: CompiledResource,
    columns: readonly CompiledColumn[],
  ): RowLogInsert | null | 'impossible' {
    if (!resource.options.logged) return null;
    const { json } = dialects[this.database.dialect];
    const keepsSnapshots = this.snapshots.covers(resource);
    if (!json || (keepsSnapshots && !this.snapshots.arePlain(resource))) return 'impossible';
    const sql = differencesSql(resource, columns, json);
    if (!sql) return 'impossible';
    const { original, changes, snapshot } = sql;
    const change = { name: 'Updated', resource, key: '', original: {}, changes: {} };
    const id = keepsSnapshots ? newSnapshotIds().at(0) : null;
    const row = this.rowOf(request, change, id);
    return ({ from, key }) =>
      partsOf(
        this.rows.insertOfRows(row, { actionable_id: key, original, changes }, from),
        id === null ? null : this.snapshots.insertionFrom(from, boundText(id), snapshot),
      );
  }

  logOfUpdate(
    request: ResourceRequest,
    { name, resource }: Pick<Change, 'name' | 'resource'>,
    columns: readonly CompiledColumn[],
  ): UpdateRows | null {
    const { json, loggedUpdate } = dialects[this.database.dialect];
    if (!resource.options.logged || !json || !loggedUpdate) return null;
    const keepsSnapshots = this.snapshots.covers(resource);
    if (keepsSnapshots && !this.snapshots.arePlain(resource)) return null;
    const sql = updateLogSql(resource, columns, json);
    if (!sql) return null;
    const change = { name, resource, key: '', original: {}, changes: {} };
    const row = this.rowOf(request, change);
    return {
      insert: (rows) => this.insertOfUpdate(row, sql, keepsSnapshots, rows),
      withdraw: async (transaction, ids) =>
        this.snapshots.remove(
          transaction,
          await this.rows.withdraw(transaction, row.batch_id, ids),
        ),
    };
  }

  private insertOfUpdate(
    row: NewLogRow,
    { original, changes, snapshot }: UpdateLogSql,
    keepsSnapshots: boolean,
    { from, key, place }: ChangedRows,
  ): SqlPart {
    const kept = keepsSnapshots
      ? compose`, kept$ as (${this.snapshots.insertionFrom('changed$', 'snapshot$', 'content$')})`
      : '';
    const id = keepsSnapshots ? newSnapshotIds().inSql(place) : 'null';
    const content = keepsSnapshots ? snapshot : 'null';
    const differing = {
      actionable_id: 'c.key$',
      original: 'c.original$',
      changes: 'c.changes$',
      snapshot_id: 'c.snapshot$',
    };
    const insert = this.rows.insertOfRows(row, differing, 'changed$ c order by c.place$');
    return compose`, changed$ as materialized (select ${place} place$, ${key} key$, ${original} original$,
  ${changes} changes$, ${id} snapshot$, ${content} content$ from ${from})${kept}
, logged$ as (${insert})
select min(id), max(id) from logged$`;
  }

  async recordFailure(
    request: ResourceRequest,
    { error, ...operation }: FailedOperation,
  ): Promise<void> {
    if (!operation.resource.options.logged) return;
    const failed = this.operationOf(request, 'failed', failureMessage(error));
    const row = rowOfChange({ ...operation, original: {}, changes: {} }, null);
    await this.database.apart(async () => {
      try {
        await this.database.transaction(async (transaction) =>
          this.rows.insert(transaction, failed, [row]),
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
    const row = { ...this.operationOf(request, 'running'), ...rowOfChange(run, null) };
    return RunRow.start(this.database, this.rows, row);
  }

  private rowOf(
    request: ResourceRequest,
    change: Change,
    snapshotId: string | null = null,
  ): NewLogRow {
    return { ...this.operationOf(request, 'finished'), ...rowOfChange(change, snapshotId) };
  }

  private operationOf(
    { user, origin }: ResourceRequest,
    status: ActionLogStatus,
    exception = '',
  ): OperationLog {
    const { channel, client, batchId } = origin;
    return {
      user_id: this.keyOf(user),
      status,
      exception,
      batch_id: batchId,
      meta: { channel, client },
      created_at: new Date(),
    };
  }

  private keyOf(user: unknown): string {
    return String((user as Readonly<Record<string, unknown>>)[this.userKey]);
  }
}

function rowOfChange(
  { name, key, resource, original, changes }: Change,
  snapshotId: string | null,
): ChangeRow {
  return {
    name,
    actionable_type: key === null ? null : resource.full.key,
    actionable_id: key === null ? null : String(key),
    original: loggedValues(resource.full, original),
    changes: loggedValues(resource.full, changes),
    snapshot_id: snapshotId,
  };
}

/** Returns the parts of a `with` that insert the row and its snapshot. */
const partsOf = (logged: SqlPart, kept: SqlPart | null): SqlPart =>
  compose`, logged$ as (${logged})${kept ? compose`, kept$ as (${kept})` : ''}`;

const boundText = (value: string): SqlPart => bound(value, '?::text');
