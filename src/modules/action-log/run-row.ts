import { Logger } from '@nestjs/common';
import type { Database, Transaction } from '../../database/connection/database.js';
import { dialects } from '../../database/engines/dialects.js';
import { RecordWriter, type ColumnValues } from '../../database/write/record-writer.js';
import type { Key } from '../../base/types/register.js';
import type { RunLog, RunProgress } from './change-log.js';
import { failureMessage } from './failures.js';
import type { LogRows, NewLogRow } from './log-rows.js';

const nothing = () => undefined;
const done = () => Promise.resolve();

/** The log of a run on a resource without a log. */
export const unlogged: RunLog = {
  key: null,
  advance: nothing,
  finish: done,
  fail: done,
  withdraw: done,
};

/**
 * The log row of a run: committed before the run begins, and updated with each chunk.
 * @contract C8.2
 */
export class RunRow implements RunLog {
  constructor(
    private readonly database: Database,
    private readonly rows: LogRows,
    private readonly row: NewLogRow,
    readonly key: Key,
  ) {}

  static async start(database: Database, rows: LogRows, row: NewLogRow): Promise<RunRow> {
    return new RunRow(database, rows, row, await insert(database, rows, row));
  }

  advance(transaction: Transaction, { chunks, records }: RunProgress): void {
    this.write(transaction, { meta: { ...this.row.meta, chunks, records } });
  }

  finish(): Promise<void> {
    return this.change({ status: 'finished' });
  }

  /** Stores the row once more if it is rolled back with the transaction that the run joined. */
  async fail(error: unknown): Promise<void> {
    if (!this.database.isJoined) return this.change(failureOf(error));
    await this.database.apart(() =>
      this.reportFault('be stored', () =>
        insert(this.database, this.rows, { ...this.row, ...failureOf(error) }),
      ),
    );
  }

  async withdraw(): Promise<void> {
    const { dialect } = this.database;
    const { table, keyColumn } = this.rows.target;
    const { quote } = dialects[dialect];
    const sql = `delete from ${quote(table.name)} where ${quote(keyColumn.name)} = ?`;
    await this.reportFault('be deleted', () => this.database.write(sql, [this.key]));
  }

  private change(changes: Partial<NewLogRow>): Promise<void> {
    return this.reportFault(`be set to ${changes.status}`, () =>
      this.database.transaction(async (transaction) => this.write(transaction, changes)),
    );
  }

  /** Logs an error: the run is over, so an error of its row does not change the response. */
  private async reportFault(what: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      new Logger('ActionLog').error({
        text: `The log row of the run ${this.row.name} could not ${what}.`,
        error,
      });
    }
  }

  private write(transaction: Transaction, changes: Partial<NewLogRow>): void {
    change(this.database, this.rows, transaction, this.key, changes);
  }
}

/** Sets the row of a run to failed. */
export const failRow = (
  database: Database,
  rows: LogRows,
  key: Key,
  error: unknown,
): Promise<void> =>
  database.transaction(async (transaction) =>
    change(database, rows, transaction, key, failureOf(error)),
  );

function change(
  { dialect }: Database,
  rows: LogRows,
  transaction: Transaction,
  key: Key,
  changes: Partial<NewLogRow>,
): void {
  const writer = new RecordWriter(dialects[dialect]);
  transaction.later([writer.change(rows.target, key, valuesOf(rows, changes))]);
}

const failureOf = (error: unknown) =>
  ({ status: 'failed', exception: failureMessage(error) }) as const;

async function insert(database: Database, rows: LogRows, row: NewLogRow): Promise<Key> {
  const writer = new RecordWriter(dialects[database.dialect]);
  const [inserted] = await database.transaction((transaction) =>
    writer.insert(transaction, rows.target, [valuesOf(rows, row)]),
  );
  return inserted!.key;
}

const valuesOf = ({ target: { table } }: LogRows, row: Partial<NewLogRow>): ColumnValues =>
  new Map(Object.entries(row).map(([property, value]) => [table.columns.get(property)!, value]));
