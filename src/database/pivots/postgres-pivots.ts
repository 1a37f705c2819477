import type { PivotRelation } from '../../registry/resources/compiled-resource.js';
import type { Row } from '../connection/database.js';
import { named } from '../dialects/dialect.js';
import { inLockOrder, selectEnd, type RelatedEnd } from './pivot-ends.js';
import type { PivotGroup } from './pivot-groups.js';
import { rowColumns } from './pivot-rows.js';
import { PivotSql } from './pivot-sql.js';
import type {
  ChangedKeys,
  ChangedKeysSql,
  PivotLog,
  PivotDatabase,
  PivotStatements,
  UnlockedPivots,
} from './pivot-statements.js';
import { bound, compose, type SqlPart } from '../dialects/compose.js';
import { arrayType } from '../engines/postgres/array-type.js';

const NOTHING: SqlPart = { sql: '', values: [] };
const NO_KEYS: SqlPart = { sql: 'null::text', values: [] };

/**
 * Changes, locks and the log as parts of one statement, by `with`. It sees the rows that were there
 * when it began: a pair that another request has attached since then violates the unique index.
 */
export class PostgresPivots extends PivotSql implements PivotStatements {
  attach(
    database: PivotDatabase,
    pivots: UnlockedPivots,
    group: PivotGroup,
    refuses: boolean,
    log: PivotLog | null,
  ): Promise<readonly Row[]> {
    const { relation } = pivots;
    const updates = this.updates(group, refuses);
    const existing = this.existing(pivots);
    const written = this.attached(pivots, group, refuses, this.isComplete(pivots));
    const before = updates && log ? compose`, before$ as (select e.* from ${existing})` : NOTHING;
    const changed = before === NOTHING ? 'written$ m' : this.changedRows(relation);
    const keys = { added: this.keys(pivots, changed), removed: NO_KEYS };
    const columns = rowColumns(this.dialect, relation, this.related(relation, 'm'));
    const { sql, values } = compose`with ${this.ends(pivots)}${before}
, written$ as (${written} returning m.*, m.xmax = 0 added$)
${logged(log, keys)}
select ${columns} from written$ m`;
    return database.write(sql, values);
  }

  async detach(
    database: PivotDatabase,
    pivots: UnlockedPivots,
    log: PivotLog | null,
  ): Promise<boolean> {
    const isFound = `${this.related(pivots.relation, 'm')} in (select key$ from related$)`;
    const keys = { added: NO_KEYS, removed: this.keys(pivots, addedRows('removed$')) };
    const { sql, values } = compose`with ${this.ends(pivots)}
, removed$ as (delete from ${this.rowsOf(pivots, 'm')}
  and exists (select 1 from parent$) and ${isFound} returning m.*)
${logged(log, keys)}
select exists (select 1 from parent$)`;
    const [row] = await database.write(sql, values);
    return row![0] === true;
  }

  /** Two statements in one packet: the second one sees what others wrote before the locks. */
  async sync(
    database: PivotDatabase,
    pivots: UnlockedPivots,
    group: PivotGroup,
    log: PivotLog | null,
  ): Promise<ChangedKeys | null> {
    const statements = [this.lock(pivots), this.synced(pivots, group, log)];
    let outcome: Row = [];
    await database.transaction(async (transaction) =>
      transaction.later(statements, ([, rows]) => (outcome = rows![0]!)),
    );
    const [isComplete, added, removed] = outcome;
    return isComplete === true ? { added: listOf(added), removed: listOf(removed) } : null;
  }

  private lock(pivots: UnlockedPivots): SqlPart {
    return compose`with ${this.ends(pivots)} select (select count(*) from parent$), (select count(*) from related$)`;
  }

  /** Returns one row: whether both ends were found, and the {@link ChangedKeysSql}. */
  private synced(pivots: UnlockedPivots, group: PivotGroup, log: PivotLog | null): SqlPart {
    const { relation } = pivots;
    const isComplete = 'exists (select 1 from complete$)';
    const isSame = `${this.related(relation, 'e')} = ${this.related(relation, 'k')}`;
    const keys = {
      added: this.keys(pivots, addedRows('written$')),
      removed: this.keys(pivots, addedRows('removed$')),
    };
    return compose`with ${this.ends(pivots)}
, complete$ as (select 1 where ${this.isComplete(pivots)})
, removed$ as (delete from ${this.rowsOf(pivots, 'm')} and ${isComplete}
  and not ${this.isListed(pivots, 'm')} and ${this.isVisible(pivots, 'm')} returning m.*)
, written$ as (${this.insert(pivots, group)} where ${isComplete}
  and not exists (select 1 from ${this.rowsOf(pivots, 'e')} and ${isSame}) returning m.*)
${logged(log, keys)}
select ${isComplete}, ${keys.added}, ${keys.removed}`;
  }

  /** Locks the ends in the order of every other write, and selects their keys. */
  private ends({ parent, related, versions }: UnlockedPivots): SqlPart {
    const own = { keys: [parent.key], purpose: 'change', ...parent } as const;
    const [first, second] = inLockOrder(own, related);
    const inputColumn = (end: RelatedEnd) => (end === own ? 'parent$' : 'related$');
    const unchanged = versions
      ? compose` and t.${this.dialect.rowVersion!} = any(${bound(versions, '?::text[]')})`
      : NOTHING;
    const locked = (end: RelatedEnd, after: string) => {
      const columns = `${named(this.dialect, end.resource.keyColumn, 't')} key$`;
      const conditions = compose`${unchanged}${after}`;
      return compose`${inputColumn(end)} as materialized (${selectEnd(this.dialect, end, { columns, conditions, isLocked: true })})`;
    };
    const afterFirst = ` and (select count(*) from ${inputColumn(first)}) >= 0`;
    return compose`${locked(first, '')}
, ${locked(second, afterFirst)}`;
  }

  private isComplete({ related }: UnlockedPivots): SqlPart {
    const count = bound(related.keys.length);
    return compose`exists (select 1 from parent$) and (select count(*) from related$) = ${count}`;
  }

  /** The written rows that are new, or whose values differ from before. */
  private changedRows(relation: PivotRelation): string {
    const values = (alias: string) =>
      relation.pivots.map(({ column }) => `${named(this.dialect, column, alias)}::text`).join(', ');
    const isSame = `${this.related(relation, 'b')} = ${this.related(relation, 'w')}`;
    return `(select w.* from written$ w left join before$ b on ${isSame} where w.added$ or row(${values('b')}) is distinct from row(${values('w')})) m`;
  }

  /** The related keys of rows `m`: new ones first, in the order of the request, then their own. */
  private keys({ relation, related }: UnlockedPivots, rows: string): SqlPart {
    const column = relation.join.related;
    const key = this.related(relation, 'm');
    const list = bound(this.dialect.bindList(related.keys, column), `?::${arrayType(column)}`);
    const order = compose`m.added$ desc, array_position(${list}, ${key}), ${this.dialect.sortable(key, column)}`;
    return compose`(select '[' || string_agg(to_json(${key}::text)::text, ',' order by ${order}) || ']' from ${rows})`;
  }
}

const addedRows = (table: string): string => `(select *, true added$ from ${table}) m`;

const listOf = (keys: unknown): readonly string[] =>
  keys === null ? [] : (JSON.parse(String(keys)) as string[]);

const logged = (log: PivotLog | null, keys: ChangedKeysSql): SqlPart =>
  log ? compose`, logged$ as (${log.along(keys)})` : NOTHING;
