import { bound, compose, type SqlPart } from '../dialects/compose.js';
import { named } from '../dialects/dialect.js';
import { conditionSql } from '../sql/parts/condition-sql.js';
import type { Key } from '../../base/types/register.js';
import type { RecordSet } from './pivot-ends.js';
import type { PivotGroup } from './pivot-groups.js';
import { rowColumns } from './pivot-rows.js';
import { PivotSql } from './pivot-sql.js';
import type { AttachStatement, UnlockedPivots } from './pivot-statements.js';

/** An attach as one insert. SQLite needs no locks, since it writes one statement at a time. */
export class SqlitePivots extends PivotSql implements AttachStatement {
  attach(pivots: UnlockedPivots, group: PivotGroup, refuses: boolean): SqlPart {
    const { relation, parent, related } = pivots;
    const count = bound(related.keys.length);
    const isComplete = compose`${this.countOf(parent, [parent.key])} = 1 and ${this.countOf(related, related.keys)} = ${count}`;
    const written = this.attached(pivots, group, refuses, isComplete);
    const { dialect } = this;
    // What is returned cannot use the alias of the insert.
    const table = dialect.quote(relation.join.table.name);
    const key = dialect.read(relation.join.related, table);
    return compose`${written} returning ${rowColumns(dialect, relation, key, table)}`;
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
