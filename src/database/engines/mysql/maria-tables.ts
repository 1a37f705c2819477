import { flag } from '../../dialects/schema-queries.js';
import type { TableQueries } from '../../dialects/table-queries.js';

const columnsWith = (defaultOf: string): string =>
  `select c.table_name, c.column_name, c.column_type, ${flag(`c.is_nullable = 'YES'`)},` +
  ` case when c.extra like '% GENERATED%' then null else ${defaultOf} end,` +
  ` case when c.extra like '% GENERATED%' then 'computed' when c.extra like '%auto_increment%' then 'key' end,` +
  ` null, ${flag(`t.table_type like '%VIEW%'`)} from information_schema.columns c` +
  ` join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name` +
  ` where c.table_schema = database() order by c.table_name, c.ordinal_position`;

const family = {
  /** An index of the first characters of a column does not make the column unique. */
  indexes:
    `select table_name, index_name, ${flag(`index_name = 'PRIMARY'`)}, ${flag('non_unique = 0')},` +
    ` case when column_name is null or sub_part is not null then '' else column_name end` +
    ` from information_schema.statistics where table_schema = database()` +
    ` and index_type not in ('FULLTEXT', 'SPATIAL') order by table_name, index_name, seq_in_index`,
  foreignKeys:
    `select table_name, constraint_name, column_name, referenced_table_name, referenced_column_name` +
    ` from information_schema.key_column_usage where table_schema = database()` +
    ` and referenced_table_schema = database() order by table_name, constraint_name, ordinal_position`,
  checksIn: (text: string) => [text],
};

/** Defaults are listed as SQL. The names of checks are unique in a table only. */
export const mariadbTables: TableQueries = {
  ...family,
  columns: columnsWith(`nullif(c.column_default, 'NULL')`),
  checks:
    `select table_name, check_clause from information_schema.check_constraints` +
    ` where constraint_schema = database() order by table_name, constraint_name`,
};

/** Defaults are listed as values, except for expressions. */
export const mysqlTables: TableQueries = {
  ...family,
  columns: columnsWith(
    `case when c.column_default is null or c.extra like '%DEFAULT\\_GENERATED%' then c.column_default` +
      ` else quote(c.column_default) end`,
  ),
  checks:
    `select t.table_name, c.check_clause from information_schema.check_constraints c` +
    ` join information_schema.table_constraints t on t.constraint_schema = c.constraint_schema` +
    ` and t.constraint_name = c.constraint_name and t.constraint_type = 'CHECK'` +
    ` where c.constraint_schema = database() order by t.table_name, c.constraint_name`,
};
