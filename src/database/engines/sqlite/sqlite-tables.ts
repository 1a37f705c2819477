import { flag } from '../../dialects/schema-queries.js';
import type { TableQueries } from '../../dialects/table-queries.js';
import { closingOf } from './closing-of.js';

const isPlainTable = `t.type = 'table' and t.sql not like 'create virtual%' and t.name not like 'sqlite\\_%' escape '\\'`;
const keyParts = `(select count(*) from pragma_table_xinfo(t.name) k where k.pk > 0)`;

/** An integer key is generated. Views are listed by name only, since a broken one would fail. */
export const sqliteTables: TableQueries = {
  columns:
    `select t.name, c.name, c.type, ${flag('c."notnull" = 0 and c.pk = 0')}, c.dflt_value,` +
    ` case when c.hidden > 1 then 'computed' when c.pk = 1 and lower(c.type) = 'integer' and ${keyParts} = 1 then 'key' end,` +
    ` null, 0, c.cid from sqlite_master t join pragma_table_xinfo(t.name) c where ${isPlainTable}` +
    ` union all select t.name, null, null, 1, null, null, null, 1, 0 from sqlite_master t where t.type = 'view'` +
    ` order by 1, 9`,
  indexes:
    `select t.name, 'primary key', 1, 1, c.name, c.pk from sqlite_master t` +
    ` join pragma_table_xinfo(t.name) c on c.pk > 0 where ${isPlainTable}` +
    ` union all select t.name, l.name, 0, l."unique", coalesce(c.name, ''), c.seqno from sqlite_master t` +
    ` join pragma_index_list(t.name) l on l.partial = 0 and l.origin <> 'pk'` +
    ` join pragma_index_xinfo(l.name) c on c.key = 1 where ${isPlainTable} order by 1, 2, 6`,
  foreignKeys:
    `select t.name, f.id, f."from", f."table", f."to" from sqlite_master t` +
    ` join pragma_foreign_key_list(t.name) f where ${isPlainTable} order by t.name, f.id desc, f.seq`,
  checks: `select t.name, t.sql from sqlite_master t where ${isPlainTable} and t.sql like '%check%' order by t.name`,
  checksIn,
};

/** Returns the expressions after `check` in the statement that created a table. */
function checksIn(sql: string): readonly string[] {
  return [...sql.matchAll(/\bcheck\s*\(/gi)].map(({ 0: start, index }) => {
    const from = index + start.length;
    return sql.slice(from, closingOf(sql, from));
  });
}
