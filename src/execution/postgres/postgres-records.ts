import { EVERYTHING, type ResolvedCondition } from '../../authorization/resolved-condition.js';
import type { Row } from '../database/database.js';
import { bindKey, named, type Dialect } from '../dialects/dialect.js';
import { bound, compose, type SqlPart } from '../sql/compose.js';
import { conditionSql } from '../sql/condition-sql.js';
import { versionSql } from '../sql/version-sql.js';
import type {
  RecordStatements,
  RowLogInsert,
  RowToChange,
  RowToDelete,
  RowToStore,
  UnreadRow,
  WrittenRow,
} from '../writes/record-statements.js';
import { assignments, type WriteTarget } from '../writes/record-writer.js';
import { storedValue } from '../writes/stored-values.js';

const WRITTEN = 'written$ a';

/** A division by zero, which is also an error of values that do not fit. */
const FAILS_WITHOUT_ROW = '1 / (select count(*) from written$)';

/** Writes rows and their log as parts of one statement, by `with`. */
export class PostgresRecords implements RecordStatements {
  constructor(private readonly dialect: Dialect) {}

  store(row: RowToStore, log: RowLogInsert | null): SqlPart {
    const { quote } = this.dialect;
    const given = [...row.values];
    const columns = given.map(([{ name }]) => quote(name)).join(', ');
    const values = {
      sql: given.map(() => '?').join(', '),
      values: given.map(([column, value]) => storedValue(value, column)),
    };
    const insert = compose`insert into ${quote(row.table.name)} as t (${columns}) values (${values})`;
    return compose`with written$ as (${insert} returning ${this.returned(row)})${this.logged(row, log)}
select ${this.selected(row)} from ${WRITTEN}`;
  }

  update(row: RowToChange, log: RowLogInsert | null): SqlPart {
    const { dialect } = this;
    const table = `${dialect.quote(row.table.name)} as t`;
    const where = this.isSame(row);
    return this.confirmed(
      row,
      row.values.size === 0
        ? compose`select ${this.returned(row)} from ${table} ${where}${dialect.locks.change}`
        : compose`update ${table} ${assignments(dialect, row.table, row.values)} ${where} returning ${this.returned(row)}`,
      log,
    );
  }

  updateUnread(row: UnreadRow, log: RowLogInsert | null): SqlPart {
    const { dialect } = this;
    const table = dialect.quote(row.table.name);
    const [id, values] = [dialect.quote(row.keyColumn.name), row.values];
    const given = row.compared.map((column) =>
      bound(
        storedValue(values.get(column), column),
        `t.${dialect.quote(column.name)} is distinct from ?`,
      ),
    );
    const differs = given.reduce((some, each) => compose`${some} or ${each}`);
    const read = compose`select t.* from ${table} as t ${this.isSame({ ...row, version: null })}${dialect.locks.change}`;
    const update = compose`update ${table} as t ${assignments(dialect, row.table, values)} from before$ b
  where t.${id} = b.${id} and (${differs}) returning ${this.returned(row)}`;
    const logged = this.logged(row, log, `before$ b join ${WRITTEN} on a.${id} = b.${id}`);
    const fits = bound(row.maxBytes, 'octet_length(w::text) <= ?');
    return compose`with before$ as materialized (${read}), written$ as (${update})${logged}
select ${this.selected(row)}, 1 / (select count(*) from written$ w where ${fits}) from (select 1) one left join ${WRITTEN} on true`;
  }

  delete(row: RowToDelete, log: RowLogInsert | null): SqlPart {
    const returned = this.returned({ ...row, scope: EVERYTHING });
    const table = this.dialect.quote(row.table.name);
    return this.confirmed(
      row,
      compose`delete from ${table} as t ${this.isSame(row)} returning ${returned}`,
      log,
    );
  }

  read({ table }: WriteTarget, row: Row): WrittenRow {
    const { size } = table.columns;
    return { row: row.slice(0, size), version: row[size], isVisible: row[size + 1] === true };
  }

  triggers({ table }: WriteTarget): SqlPart {
    const name = bound(this.dialect.quote(table.name), '?::text::regclass');
    return compose`select 1 from pg_trigger where tgrelid = ${name} and not tgisinternal limit 1`;
  }

  /** Returns the statement around a write, which fails if it has written no row. */
  private confirmed(target: WriteTarget, write: SqlPart, log: RowLogInsert | null): SqlPart {
    return compose`with written$ as (${write})${this.logged(target, log)}
select ${this.selected(target)}, ${FAILS_WITHOUT_ROW} from (select 1) one left join ${WRITTEN} on true`;
  }

  private isSame({ keyColumn, key, version, changeable }: RowToDelete): SqlPart {
    const { dialect } = this;
    const hasKey = compose`${named(dialect, keyColumn, 't')} = ${bound(bindKey(key, keyColumn))}`;
    const hasVersion =
      version === null ? '' : compose` and t.${dialect.rowVersion!} = ${bound(version)}`;
    return compose`where ${hasKey}${hasVersion} and ${this.condition(changeable)}`;
  }

  private returned({ table, scope }: Pick<RowToStore, 'table' | 'scope'>): SqlPart {
    const version = versionSql(table, this.dialect, 't');
    return compose`t.*, ${version} version$, ${this.condition(scope)} seen$`;
  }

  private selected({ table }: WriteTarget): string {
    const columns = [...table.columns.values()].map((column) => this.dialect.read(column, 'a'));
    return [...columns, 'a.version$', 'a.seen$'].join(', ');
  }

  private logged(
    { keyColumn }: WriteTarget,
    log: RowLogInsert | null,
    from = WRITTEN,
  ): SqlPart | string {
    const key = `${named(this.dialect, keyColumn, 'a')}::text`;
    return log ? log({ from, key }) : '';
  }

  private condition(condition: ResolvedCondition): SqlPart {
    const { sql, values } = conditionSql(condition, this.dialect);
    return { sql: sql('t'), values };
  }
}
