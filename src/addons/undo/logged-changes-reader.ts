import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext } from '../../pipeline/authorization/request-context.js';
import { describeUnparsed } from '../../pipeline/authorization/request-context.js';
import { shownOf } from '../../pipeline/authorization/shown-records.js';
import { RequestError } from '../../base/errors/index.js';
import { RecordLocks } from '../../database/write/record-locks.js';
import { DATABASE, type Database, type Transaction } from '../../database/connection/database.js';
import { dialects } from '../../database/engines/dialects.js';
import { ResourceRegistry } from '../../registry/resources/resource-registry.js';
import { getKey, parseKey } from '../../pipeline/request/parse-key.js';
import type { Key } from '../../base/types/register.js';
import type { ActionLog } from '../../modules/action-log/action-log.entity.js';
import type { Snapshot } from '../../modules/action-log/snapshot.js';
import { COMPLETE, Snapshots } from '../../modules/action-log/snapshots.js';
import { unavailable, type LoggedChange } from './logged-change.js';

/** The most rows that one request reverts. @contract C15.1 */
export const MAX_ROWS = 10_000;

/** The log rows to revert: one, or all of a batch. */
export type RevertSelection = { readonly id: string } | { readonly batchId: string };

/** Reads the changes that a request reverts, the last one first. */
@Injectable()
export class LoggedChangesReader {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly registry: ResourceRegistry,
    private readonly locks: RecordLocks,
    private readonly snapshots: Snapshots,
  ) {}

  /**
   * Locks the rows, so that no other request reverts them at the same time. Rows that changed
   * nothing are left out.
   *
   * @param context its resource is that of the log
   * @throws RequestError `not_found` if the caller may not see one of the rows,
   * `validation_failed` for too many, `revert_unavailable`
   */
  async read(
    transaction: Transaction,
    context: RequestContext,
    selection: RevertSelection,
  ): Promise<readonly LoggedChange[]> {
    const keys =
      'id' in selection
        ? [getKey(selection.id, context.resource.keyColumn)]
        : await this.keysOf(transaction, context, selection.batchId);
    const rows = await this.lock(transaction, context, keys);
    const changing = rows.filter(hasChanges).reverse();
    const ids = changing.flatMap(({ snapshot_id: id }) => (id ? [id] : []));
    const kept = await this.snapshots.read(transaction, ids);
    return Promise.all(changing.map((row) => this.changeOf(context, row, snapshotOf(row, kept))));
  }

  private async keysOf(
    transaction: Transaction,
    { resource: { table, keyColumn } }: RequestContext,
    batchId: string,
  ): Promise<readonly Key[]> {
    const dialect = dialects[this.database.dialect];
    const batch = dialect.quote(table.columns.get('batch_id')!.name);
    const sql = `select ${dialect.read(keyColumn, 't')} from ${dialect.quote(table.name)} t where t.${batch} = ${dialect.bound} limit ${MAX_ROWS + 1}`;
    const rows = await transaction.query(sql, [batchId]);
    if (rows.length <= MAX_ROWS) return rows.map(([key]) => key as Key);
    const fault = `The batch has more than ${MAX_ROWS} rows, the most that one request reverts.`;
    throw new RequestError('validation_failed', { errors: { batch_id: [fault] } });
  }

  private async lock(
    transaction: Transaction,
    { resource, authorizer }: RequestContext,
    keys: readonly Key[],
  ): Promise<readonly ActionLog[]> {
    const scope = authorizer.scope(resource);
    const found = await this.locks.lock(transaction, resource, keys, scope, 'change');
    const shown = await shownOf(authorizer, resource, found as readonly ActionLog[]);
    if (keys.length === 0 || shown.length < keys.length) throw new RequestError('not_found');
    return shown;
  }

  private async changeOf(
    { authorizer, origin, resource: log }: RequestContext,
    row: ActionLog,
    snapshot: Snapshot,
  ): Promise<LoggedChange> {
    const full = this.registry.find(row.actionable_type ?? '');
    if (!full) throw unavailable(`there is no resource ${row.actionable_type} any more`);
    const described = describeUnparsed({ resource: log, authorizer, origin }, 'update', '', null);
    const key = parseKey(row.actionable_id ?? '', full.keyColumn);
    if (key === undefined) throw unavailable(`its key no longer fits ${full.key}`);
    return { row, key, snapshot, resource: await this.registry.seenBy(described, full) };
  }
}

const hasChanges = ({ original, changes, snapshot_id }: ActionLog): boolean =>
  Boolean(snapshot_id) || Object.keys({ ...original, ...changes }).length > 0;

function snapshotOf(row: ActionLog, kept: ReadonlyMap<string, Snapshot>): Snapshot {
  if (row.snapshot_id === COMPLETE) return { event: 'pivots' };
  const snapshot = kept.get(row.snapshot_id ?? '');
  if (!snapshot) throw unavailable(row.meta.obstacle ?? 'the values that it takes were not kept');
  const { event, pivots } = snapshot;
  const needsRow = event === 'deleted' || event === 'updated';
  if ((needsRow && !snapshot.row) || (pivots && !pivots.rows))
    throw unavailable('an earlier version of the service has logged it');
  return snapshot;
}
