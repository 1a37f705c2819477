import type { CompiledColumn } from '../../registry/compiled-resource.js';
import type { DialectName } from '../database/database.js';
import { exactCollations } from '../dialects/exact-collations.js';
import { instantOf } from '../dialects/instant-of.js';

/** How a database tells of its tables; every answer is rows of a table and a column. */
interface SchemaQuestions {
  /** What each index begins with. */
  readonly indexes: string;
  /** The columns that do not compare by code points; `null` where none can be declared so. */
  readonly inexact: string | null;
  /** The columns that keep texts; `null` where they are compared with every other type as well. */
  readonly texts: string | null;
  /** What an index that serves the column begins with, in the words of the first answer. */
  indexedAs(column: CompiledColumn): string;
}

const byName = ({ name }: CompiledColumn): string => name;

/** What stands in the text of an index between its first bracket and the next that closes. */
const firstExpression = `substr(i.sql, instr(i.sql, '(') + 1, instr(i.sql, ')') - instr(i.sql, '(') - 1)`;

/** An index on an expression has no column to name. */
const sqlite: SchemaQuestions = {
  indexes:
    `select t.name, coalesce(c.name, ${firstExpression}) from sqlite_master t` +
    ` join pragma_index_list(t.name) l on l.partial = 0 join pragma_index_xinfo(l.name) c on c.seqno = 0` +
    ` left join sqlite_master i on i.name = l.name where t.type = 'table'`,
  inexact: null,
  texts: null,
  indexedAs: ({ name, type }) => (type === 'datetime' ? instantOf(name).slice(0, -1) : name),
};

const postgres: SchemaQuestions = {
  indexes:
    `select c.relname, a.attname from pg_index i join pg_class c on c.oid = i.indrelid` +
    ` join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]` +
    ` where i.indisvalid and i.indpred is null and pg_table_is_visible(c.oid)`,
  inexact: null,
  texts:
    `select c.relname, a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid` +
    ` where c.relkind in ('r', 'p') and a.atttypid in ('text'::regtype, 'varchar'::regtype, 'bpchar'::regtype)` +
    ` and pg_table_is_visible(c.oid) and c.relnamespace <> 'pg_catalog'::regnamespace`,
  indexedAs: byName,
};

const mysqlFamily: SchemaQuestions = {
  indexes: `select table_name, column_name from information_schema.statistics where table_schema = database() and seq_in_index = 1`,
  inexact:
    `select table_name, column_name from information_schema.columns where table_schema = database()` +
    ` and collation_name not in ('${Object.values(exactCollations).join(`', '`)}')`,
  texts: null,
  indexedAs: byName,
};

/** A row a database. */
export const schemaQuestions: Readonly<Record<DialectName, SchemaQuestions>> = {
  sqlite,
  postgres,
  mariadb: mysqlFamily,
  mysql: mysqlFamily,
};
