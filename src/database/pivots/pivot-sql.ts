import type { PivotRelation } from '../../registry/resources/compiled-resource.js';
import { uniquePairOf } from '../../registry/resources/pivot-relations.js';
import { bound, compose, type SqlPart } from '../dialects/compose.js';
import { named, type Dialect } from '../dialects/dialect.js';
import { conditionSql } from '../sql/parts/condition-sql.js';
import { typeSql } from '../sql/parts/join-sql.js';
import { columnsFilledBy, filledWhenStored } from '../values/filled-columns.js';
import { storedValue } from '../values/stored-values.js';
import type { PivotGroup } from './pivot-groups.js';
import type { UnlockedPivots } from './pivot-statements.js';
import { toWrittenRows } from './written-rows.js';

/** The parts of statements that write pivot rows, alike on the databases that have such statements. */
export abstract class PivotSql {
  constructor(protected readonly dialect: Dialect) {}

  /** Whether pairs that exist receive the values of the group. */
  protected updates({ columns }: PivotGroup, refuses: boolean): boolean {
    return !refuses && columns.length > 0;
  }

  /** Returns the insert of all rows, if both ends are as the condition wants them. */
  protected attached(
    pivots: UnlockedPivots,
    group: PivotGroup,
    refuses: boolean,
    isComplete: SqlPart,
  ): SqlPart {
    const insert = compose`${this.insert(pivots, group)} where ${isComplete}`;
    return this.updates(group, refuses)
      ? compose`${insert} ${this.updateOfPair(pivots.relation, group)}`
      : compose`${insert} and not exists (select 1 from ${this.existing(pivots)})`;
  }

  /** The rows of the pairs that exist: `table as e where …`. */
  protected existing(pivots: UnlockedPivots): SqlPart {
    return compose`${this.rowsOf(pivots, 'e')} and ${this.isListed(pivots, 'e')}`;
  }

  /** The parent's rows of the pivot table: `table as alias where …`. */
  protected rowsOf({ relation: { join }, parent }: UnlockedPivots, alias: string): SqlPart {
    const { quote } = this.dialect;
    const key = bound(storedValue(parent.key, join.parent), this.dialect.bound);
    const isOfParent = compose`${named(this.dialect, join.parent, alias)} = ${key}`;
    return compose`${quote(join.table.name)} as ${alias} where ${isOfParent}${typeSql(join.type, alias, this.dialect)}`;
  }

  protected isListed({ relation, related }: UnlockedPivots, alias: string): SqlPart {
    const { dialect } = this;
    const column = relation.join.related;
    const list = dialect.inList(this.related(relation, alias), column);
    return bound(dialect.bindList(related.keys, column), list);
  }

  /** Whether the record of a row is visible. */
  protected isVisible({ relation, related }: UnlockedPivots, alias: string): SqlPart {
    const { dialect } = this;
    const { resource, join } = relation;
    const scope = conditionSql(related.scope, dialect);
    const isJoined = `${named(dialect, join.target, 't')} = ${this.related(relation, alias)}`;
    const visible = { sql: scope.sql('t'), values: scope.values };
    return compose`exists (select 1 from ${dialect.quote(resource.table.name)} t where ${isJoined} and ${visible})`;
  }

  protected insert({ relation: { join }, parent }: UnlockedPivots, group: PivotGroup): SqlPart {
    const { quote, rows: list } = this.dialect;
    const { keys, columns, rows } = toWrittenRows(join, parent.key, group, filledWhenStored);
    const table = quote(join.table.name);
    const all = [...keys, ...columns];
    const names = all.map(({ name }) => quote(name)).join(', ');
    const values = all.map((column, at) => list.value(column, at)).join(', ');
    const source = bound(list.bind(rows, all), list.from(table, all));
    return compose`insert into ${table} as m (${names}) select ${values} from ${source}`;
  }

  /** The columns of the unique index. */
  protected pair({ join }: PivotRelation): string {
    const names = uniquePairOf(join)!.map(({ name }) => this.dialect.quote(name));
    return names.join(', ');
  }

  private updateOfPair(relation: PivotRelation, { columns }: PivotGroup): string {
    const { quote } = this.dialect;
    const { join } = relation;
    const updated = columnsFilledBy(join.table, 'updated').filter((one) => !columns.includes(one));
    const changes = [
      ...[...columns, ...updated].map(({ name }) => `${quote(name)} = excluded.${quote(name)}`),
      ...columnsFilledBy(join.table, 'version').map(
        (column) => `${quote(column.name)} = ${named(this.dialect, column, 'm')} + 1`,
      ),
    ];
    return `on conflict (${this.pair(relation)}) do update set ${changes.join(', ')}`;
  }

  protected related({ join }: PivotRelation, alias: string): string {
    return named(this.dialect, join.related, alias);
  }
}
