import type { Database, Transaction } from '../connection/database.js';
import { RefusedChange } from '../failures/refusal.js';
import { refusalOf } from '../failures/translate-failure.js';

/** Writes the rows from one place up to, and without, another; nothing besides the rows. */
export type WriteRows<Result = unknown> = (
  transaction: Transaction,
  from: number,
  to: number,
) => Promise<Result>;

/** The refusal of a statement for several rows. The database does not name the row that it refuses. */
export class RefusedRows extends RefusedChange {
  constructor(
    { refusal, cause }: RefusedChange,
    private readonly count: number,
    private readonly write: WriteRows,
  ) {
    super(refusal, cause);
  }

  /**
   * Finds the first row that the database refuses by itself, by writing halves of the rows, each in
   * a transaction that is rolled back: at most eleven for a thousand rows. The transaction that
   * failed has ended.
   *
   * @returns the place of the row; `null` if the database accepts each, as two with the same value
   */
  async find(database: Database): Promise<number | null> {
    let [from, to] = [0, this.count];
    while (to - from > 1) {
      const middle = Math.floor((from + to) / 2);
      if (await this.isRefused(database, from, middle)) to = middle;
      else from = middle;
    }
    return (await this.isRefused(database, from, to)) ? from : null;
  }

  private async isRefused(database: Database, from: number, to: number): Promise<boolean> {
    try {
      return await database.transaction(async (transaction) => {
        await this.write(transaction, from, to);
        throw new Accepted();
      });
    } catch (error) {
      return refusalOf(error)?.kind === this.refusal.kind;
    }
  }
}

/** Rolls a transaction back. */
class Accepted extends Error {}

/**
 * Runs a statement for several rows.
 *
 * @throws RefusedRows if the database refuses it
 */
export async function writeTogether<Result>(
  transaction: Transaction,
  count: number,
  write: WriteRows<Result>,
): Promise<Result> {
  try {
    return await write(transaction, 0, count);
  } catch (error) {
    throw count > 1 && error instanceof RefusedChange
      ? new RefusedRows(error, count, write)
      : error;
  }
}
