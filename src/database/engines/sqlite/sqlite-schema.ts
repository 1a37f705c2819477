import { instantOf } from '../../dialects/instant-of.js';
import { asBit, lowerCase, type SchemaQueries } from '../../dialects/schema-queries.js';
import { looseKinds } from '../../dialects/stored-types.js';
import { closingOf } from './closing-of.js';
import { sqliteIndexes } from './sqlite-indexes.js';

/**
 * The first expression in the SQL of an index, without quotes: from its first opening to the next
 * closing parenthesis.
 */
const firstExpression = `replace(substr(i.sql, instr(i.sql, '(') + 1, instr(i.sql, ')') - instr(i.sql, '(') - 1), '"', '')`;
const isPlainTable = `t.type = 'table' and t.sql not like 'create virtual%' and t.name not like 'sqlite\\_%' escape '\\'`;
const keyParts = `(select count(*) from pragma_table_xinfo(t.name) k where k.pk > 0)`;

/**
 * An integer key is generated. A broken view would fail the statement, so views are listed by name
 * only, as are virtual tables.
 */
export const sqliteSchema: SchemaQueries = {
  columns: {
    select: {
      table: 't.name',
      isView: asBit(`not (${isPlainTable})`),
      isPlain: asBit(`t.type = 'view' or (${isPlainTable})`),
      returnsRows: asBit(
        `(${isPlainTable}) and not exists (select 1 from sqlite_master g where g.type = 'trigger' and lower(g.tbl_name) = lower(t.name))`,
      ),
      column: 'c.name',
      type: 'lower(c.type)',
      sql: 'c.type',
      isNullable: asBit('c."notnull" = 0'),
      isRequired: asBit('c."notnull" = 1 or c.pk > 0'),
      default: 'c.dflt_value',
      isFilled: asBit(
        `c.dflt_value is not null or c.hidden > 1 or (c.pk > 0 and lower(c.type) = 'integer')`,
      ),
      isCounted: asBit(`c.pk = 1 and lower(c.type) = 'integer' and ${keyParts} = 1`),
      isComputed: asBit('c.hidden > 1'),
      isGenerated: asBit('c.hidden > 1'),
      isKey: asBit('c.pk > 0'),
    },
    from:
      `from sqlite_master t left join pragma_table_xinfo(case when ${isPlainTable} then t.name end) c` +
      ` where t.type in ('table', 'view') order by t.name, c.cid`,
  },
  /** Every key is listed as an index. SQLite itself does not list an integer key as one. */
  indexes: {
    select: {
      table: '"table"',
      index: '"index"',
      isPrimary: '"primary"',
      isUnique: '"unique"',
      column: '"column"',
      isWhole: '1',
      sorts: '1',
      matches: '1',
    },
    from:
      `from (select t.name "table", 'primary key' "index", 1 "primary", 1 "unique", c.name "column", c.pk place` +
      ` from sqlite_master t join pragma_table_xinfo(t.name) c on c.pk > 0 where ${isPlainTable}` +
      ` union all select t.name, l.name, 0, l."unique",` +
      ` coalesce(c.name, case when c.seqno = 0 then ${firstExpression} else '' end), c.seqno from sqlite_master t` +
      ` join pragma_index_list(t.name) l on l.partial = 0 and l.origin <> 'pk'` +
      ` join pragma_index_xinfo(l.name) c on c.key = 1` +
      ` left join sqlite_master i on i.name = l.name where ${isPlainTable}) order by "table", "index", place`,
  },
  foreignKeys: {
    select: {
      table: 't.name',
      key: 'k.id',
      column: 'k."from"',
      target: 'k."table"',
      targetColumn: 'k."to"',
      onDelete: 'k.on_delete',
    },
    from:
      `from sqlite_master t join pragma_foreign_key_list(t.name) k where ${isPlainTable}` +
      ` order by t.name, k.id desc, k.seq`,
  },
  checks: {
    select: { table: 't.name', sql: 't.sql' },
    from: `from sqlite_master t where ${isPlainTable} and t.sql like '%check%' order by t.name`,
  },
  checksIn,
  tablesNamed: (places) =>
    `select name from sqlite_master where type in ('table', 'view') and lower(name) in (${places})`,
  /** SQLite stores exact numbers as strings, and JSON unchanged. */
  compatibleKinds: { ...looseKinds, bigint: ['text', 'boolean'], decimal: ['text'] },
  indexedAs: ({ name, type }) => (type === 'datetime' ? instantOf(name).slice(0, -1) : name),
  columnIndexes: sqliteIndexes,
  fold: lowerCase,
};

const check = /(?:\bconstraint\s+(?:["'`[]([^"'`\]]+)["'`\]]|([^\s"'`[]+))\s+)?\bcheck\s*\(/gi;

/** Returns the expressions after `check` in the statement that created a table. */
function checksIn(createTable: string): ReturnType<NonNullable<SchemaQueries['checksIn']>> {
  return [...createTable.matchAll(check)].map(({ 0: start, 1: quoted, 2: plain, index }) => {
    const from = index + start.length;
    return {
      name: quoted ?? plain ?? null,
      expression: createTable.slice(from, closingOf(createTable, from)),
    };
  });
}
