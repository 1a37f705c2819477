import { Logger } from '@nestjs/common';
import type { Database, Transaction } from '../../execution/database/database.js';
import { dialects } from '../../execution/dialects/index.js';
import { RecordWriter, type ColumnValues } from '../../execution/writes/record-writer.js';
import type { RunLog, RunProgress } from '../../operations/change-log.js';
import { failureText } from '../../operations/failures.js';
import type { LogRows, NewLogRow } from './log-rows.js';

const nothing = () => undefined;
const done = () => Promise.resolve();

/** The run of a resource that keeps no log. */
export const unlogged: RunLog = { advance: nothing, finish: done, fail: done, withdraw: done };

/** The row about a run: it is there before the run begins, and grows with each chunk. @contract C8.2 */
export class RunRow implements RunLog {
  private constructor(
    private readonly database: Database,
    private readonly rows: LogRows,
    private readonly row: NewLogRow,
    private readonly key: string | number,
  ) {}

  static async start(database: Database, rows: LogRows, row: NewLogRow): Promise<RunRow> {
    const writer = new RecordWriter(dialects[database.dialect]);
    const key = await database.transaction((transaction) =>
      writer.insert(transaction, rows.target, valuesOf(rows, row)),
    );
    return new RunRow(database, rows, row, key);
  }

  advance(transaction: Transaction, { chunks, records }: RunProgress): void {
    this.write(transaction, { meta: { ...this.row.meta, chunks, records } });
  }

  finish(): Promise<void> {
    return this.change({ status: 'finished' });
  }

  fail(error: unknown): Promise<void> {
    return this.change({ status: 'failed', exception: failureText(error) });
  }

  async withdraw(): Promise<void> {
    const { dialect } = this.database;
    const { table, keyColumn } = this.rows.target;
    const { quote } = dialects[dialect];
    await this.database.write(`delete from ${quote(table.name)} where ${quote(keyColumn.name)} = ?`, [this.key]);
  }

  /** The run itself is over: what its row could not tell changes nothing about it. */
  private async change(changes: Partial<NewLogRow>): Promise<void> {
    try {
      await this.database.transaction(async (transaction) => this.write(transaction, changes));
    } catch (error) {
      const text = `The row of the run ${this.row.name} could not be set to ${changes.status}.`;
      new Logger('ActionLog').error({ text, error });
    }
  }

  private write(transaction: Transaction, changes: Partial<NewLogRow>): void {
    const writer = new RecordWriter(dialects[this.database.dialect]);
    transaction.later([writer.change(this.rows.target, this.key, valuesOf(this.rows, changes))]);
  }
}

const valuesOf = ({ target: { table } }: LogRows, row: Partial<NewLogRow>): ColumnValues =>
  new Map(Object.entries(row).map(([property, value]) => [table.columns.get(property)!, value]));
