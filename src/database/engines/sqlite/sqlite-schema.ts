import { instantOf } from '../../dialects/instant-of.js';
import { flag, lowerCase, type SchemaQueries } from '../../dialects/schema-queries.js';
import { looseKinds } from '../../dialects/stored-types.js';
import { closingOf } from './closing-of.js';

/**
 * The first expression in the SQL of an index: from its first opening to the next closing
 * parenthesis.
 */
const firstExpression = `substr(i.sql, instr(i.sql, '(') + 1, instr(i.sql, ')') - instr(i.sql, '(') - 1)`;
const isPlainTable = `t.type = 'table' and t.sql not like 'create virtual%' and t.name not like 'sqlite\\_%' escape '\\'`;

/**
 * An integer key is generated. A broken view would fail the statement, so views are listed by name
 * only.
 */
export const sqliteSchema: SchemaQueries = {
  columns:
    `select t.name, c.name, lower(c.type), ${flag(`c."notnull" = 0`)},` +
    ` ${flag(`c.dflt_value is not null or c.hidden > 1 or (c.pk > 0 and lower(c.type) = 'integer')`)}, null, 0, 0, ${flag('c.hidden > 1')}, 0, null, ${flag('c.hidden > 1')}, ${flag('c.pk > 0')}, 0, null, null` +
    ` from sqlite_master t join pragma_table_xinfo(t.name) c where ${isPlainTable}` +
    ` union all select t.name, null, null, 1, 1, null, 0, 1, 0, 0, null, 0, 0, 0, null, null from sqlite_master t` +
    ` where t.type = 'view' or (t.type = 'table' and not (${isPlainTable}))`,
  indexes:
    `select t.name, l.name, l."unique",` +
    ` coalesce(c.name, case when c.seqno = 0 then ${firstExpression} else '' end) from sqlite_master t` +
    ` join pragma_index_list(t.name) l on l.partial = 0 join pragma_index_xinfo(l.name) c on c.key = 1` +
    ` left join sqlite_master i on i.name = l.name where ${isPlainTable} order by t.name, l.name, c.seqno`,
  foreignKeys:
    `select t.name || ' ' || k.id, t.name, k."from", r.name, coalesce(k."to", c.name), k.on_delete from sqlite_master t` +
    ` join pragma_foreign_key_list(t.name) k join sqlite_master r on r.type = 'table' and lower(r.name) = lower(k."table")` +
    ` left join pragma_table_xinfo(r.name) c on k."to" is null and c.pk = k.seq + 1` +
    ` where ${isPlainTable} order by t.name, k.id, k.seq`,
  constraints: `select t.name, null, null, t.sql from sqlite_master t where ${isPlainTable}`,
  checkIn,
  tablesNamed: (places) =>
    `select name from sqlite_master where type in ('table', 'view') and lower(name) in (${places})`,
  /** SQLite stores exact numbers as strings, and JSON unchanged. */
  compatibleKinds: { ...looseKinds, bigint: ['text', 'boolean'], decimal: ['text'] },
  indexedAs: ({ name, type }) => (type === 'datetime' ? instantOf(name).slice(0, -1) : name),
  fold: lowerCase,
};

/** SQLite reports a check without a name by its expression. */
function checkIn(createTable: string, constraint: string): string {
  const escaped = constraint.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const named = new RegExp(`\\bconstraint\\s+["'\`[]?${escaped}["'\`\\]]?\\s+check\\s*\\(`, 'i');
  const start = named.exec(createTable);
  if (!start) return constraint;
  const from = start.index + start[0].length;
  return createTable.slice(from, closingOf(createTable, from));
}
