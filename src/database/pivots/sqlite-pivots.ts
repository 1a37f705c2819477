import type { Row, Transaction } from '../connection/database.js';
import { bound, compose, type SqlPart } from '../dialects/compose.js';
import { named } from '../dialects/dialect.js';
import { conditionSql } from '../sql/parts/condition-sql.js';
import type { Key } from '../../base/types/register.js';
import { keysInOrder } from './keys-in-order.js';
import type { RecordSet } from './pivot-ends.js';
import type { PivotGroup } from './pivot-groups.js';
import { rowColumns } from './pivot-rows.js';
import { PivotSql } from './pivot-sql.js';
import type {
  ChangedKeys,
  PivotLog,
  PivotDatabase,
  PivotStatements,
  UnlockedPivots,
} from './pivot-statements.js';

/**
 * One statement per change and one for the log, since SQLite does not allow changes in `with`. They
 * need no locks: one transaction writes at a time.
 */
export class SqlitePivots extends PivotSql implements PivotStatements {
  /** With a log, pairs that exist prevent the write: their values would have to be compared. */
  attach(
    database: PivotDatabase,
    pivots: UnlockedPivots,
    group: PivotGroup,
    refuses: boolean,
    log: PivotLog | null,
  ): Promise<readonly Row[]> {
    const { relation } = pivots;
    const isComplete = this.isComplete(pivots);
    const attached = this.attached(pivots, group, refuses || log !== null, isComplete);
    const columns = rowColumns(this.dialect, relation, this.key(pivots), this.table(pivots));
    const statement = compose`${attached} returning ${columns}`;
    return database.transaction(async (transaction) => {
      const rows = await sendLast(transaction, statement, log);
      this.log(transaction, log, { added: this.keysOf(pivots, rows), removed: [] });
      return rows;
    });
  }

  async detach(
    database: PivotDatabase,
    pivots: UnlockedPivots,
    log: PivotLog | null,
  ): Promise<boolean> {
    const { parent } = pivots;
    const isFound = compose`${this.countOf(parent, [parent.key])} = 1`;
    const statement = compose`delete from ${this.rowsOf(pivots, 'm')} and ${this.isListed(pivots, 'm')}
  and ${this.isVisible(pivots, 'm')} and ${isFound} returning ${this.key(pivots)}`;
    const rows = await database.transaction(async (transaction) => {
      const removed = await sendLast(transaction, statement, log);
      this.log(transaction, log, { added: [], removed: this.keysOf(pivots, removed) });
      return removed;
    });
    return rows.length > 0 || isTrue(database, isFound);
  }

  sync(
    database: PivotDatabase,
    pivots: UnlockedPivots,
    group: PivotGroup,
    log: PivotLog | null,
  ): Promise<ChangedKeys | null> {
    const isComplete = this.isComplete(pivots);
    const key = this.key(pivots);
    const inserting = compose`${this.insert(pivots, group)} where ${isComplete}
  on conflict (${this.pair(pivots.relation)}) do nothing returning ${key}`;
    const deleting = compose`delete from ${this.rowsOf(pivots, 'm')} and ${isComplete}
  and not ${this.isListed(pivots, 'm')} and ${this.isVisible(pivots, 'm')} returning ${key}`;
    return database.transaction(async (transaction) => {
      const [added, removed] = await transaction.queryAll([inserting, deleting]);
      if (added!.length + removed!.length === 0)
        return (await isTrue(transaction, isComplete)) ? NOTHING : null;
      const keys = { added: this.keysOf(pivots, added!), removed: this.keysOf(pivots, removed!) };
      this.log(transaction, log, keys);
      return keys;
    });
  }

  private log(transaction: Transaction, log: PivotLog | null, keys: ChangedKeys): void {
    if (log) transaction.later(log.after(keys));
  }

  /** What is returned cannot use the alias of the statement. */
  private table({ relation: { join } }: UnlockedPivots): string {
    return this.dialect.quote(join.table.name);
  }

  private key(pivots: UnlockedPivots): string {
    return this.dialect.read(pivots.relation.join.related, this.table(pivots));
  }

  private keysOf({ relation, related }: UnlockedPivots, rows: readonly Row[]): readonly string[] {
    const keys = rows.map(([key]) => String(key));
    return keysInOrder(keys, related.keys.map(String), relation.resource.keyColumn);
  }

  private isComplete({ parent, related }: UnlockedPivots): SqlPart {
    const count = bound(related.keys.length);
    return compose`${this.countOf(parent, [parent.key])} = 1 and ${this.countOf(related, related.keys)} = ${count}`;
  }

  /**
   * Counts the records with exactly these keys. A column may ignore the case of letters, but the
   * keys become those of the pivot rows.
   */
  private countOf({ resource, scope }: RecordSet, keys: readonly Key[]): SqlPart {
    const { dialect } = this;
    const { table, keyColumn } = resource;
    const key = `${named(dialect, keyColumn, 't')} collate binary`;
    const isListed = bound(dialect.bindList(keys, keyColumn), dialect.inList(key, keyColumn));
    const visible = conditionSql(scope, dialect);
    const isVisible = { sql: visible.sql('t'), values: visible.values };
    return compose`(select count(*) from ${dialect.quote(table.name)} t where ${isListed} and ${isVisible})`;
  }
}

const NOTHING: ChangedKeys = { added: [], removed: [] };

/** Sends a statement that only its log follows. */
const sendLast = (
  transaction: Transaction,
  { sql, values }: SqlPart,
  log: PivotLog | null,
): Promise<readonly Row[]> =>
  log ? transaction.query(sql, values) : transaction.queryAndCommit(sql, values);

async function isTrue(
  connection: Pick<Transaction, 'query'>,
  { sql, values }: SqlPart,
): Promise<boolean> {
  const [row] = await connection.query(`select ${sql}`, values);
  return row![0] === 1;
}
