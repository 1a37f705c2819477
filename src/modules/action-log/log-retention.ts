import { setImmediate as breathe } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { DATABASE, type Database } from '../../database/connection/database.js';
import { dialects } from '../../database/engines/dialects.js';
import { storedValue } from '../../database/values/stored-values.js';
import { LogRows } from './log-rows.js';
import { ActionLogFile } from './action-log-file.entity.js';
import { ActionLogSnapshot } from './action-log-snapshot.entity.js';
import { OwnTable } from './own-table.js';

/** Rows that one statement removes; few, so that writers are blocked only briefly. */
const BATCH = 1_000;
const DAY = 24 * 60 * 60 * 1000;

/** Removes old rows of the log. */
@Injectable()
export class LogRetention {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /**
   * @param days how long rows are kept, including those of runs that never ended
   * @param signal stops it after the current batch
   * @param report receives the number of rows that each batch removed
   * @returns the number of removed rows
   */
  async prune(
    days: number,
    signal?: AbortSignal,
    report?: (removed: number) => void,
  ): Promise<number> {
    const before = new Date(Date.now() - days * DAY);
    let removed = 0;
    for (let batch = BATCH; batch === BATCH && !signal?.aborted; removed += batch) {
      batch = await this.removeBatch(before);
      report?.(batch);
      await breathe();
    }
    return removed;
  }

  private async removeBatch(before: Date): Promise<number> {
    const dialect = dialects[this.database.dialect];
    const { table, keyColumn } = new LogRows(dialect, this.database.dataSource).target;
    const createdAt = table.columns.get('created_at')!;
    const snapshotId = table.columns.get('snapshot_id')!;
    const [name, key, created, snapshot] = [table, keyColumn, createdAt, snapshotId].map((each) =>
      dialect.quote(each.name),
    );
    const rows = await this.database.query(
      `select ${key}, ${snapshot} from ${name} where ${created} < ${dialect.bound} order by ${created} limit ${dialect.bound}`,
      [storedValue(before, createdAt), BATCH],
    );
    if (rows.length === 0) return 0;
    const keys = rows.map(([found]) => found);
    await this.removeSnapshots(rows.map(([, id]) => id).filter(Boolean));
    const sql = dialect.removal({ table: name!, column: keyColumn, conditions: '1 = 1' });
    await this.database.write(sql, [dialect.bindList(keys, keyColumn)]);
    return rows.length;
  }

  /**
   * Removed first: a snapshot without its log row would never be found. Files that are no longer
   * kept are removed by the next sweep of the storage.
   *
   * @contract C15.3
   */
  private async removeSnapshots(ids: readonly unknown[]): Promise<void> {
    if (ids.length === 0) return;
    const { database } = this;
    for (const { sql, values } of [
      new OwnTable(database, ActionLogFile).removal('snapshot_id', ids),
      new OwnTable(database, ActionLogSnapshot).removal('id', ids),
    ])
      await database.write(sql, values);
  }
}
