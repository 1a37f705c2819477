import { byName, flag, lowerCase, type SchemaQueries } from '../../dialects/schema-queries.js';
import { looseKinds } from '../../dialects/stored-types.js';
import { exactCollations } from './exact-collations.js';

const uniqueColumns =
  `select table_name, index_name, column_name, null from information_schema.statistics` +
  ` where table_schema = database() and non_unique = 0 and column_name is not null`;

const family: Omit<SchemaQueries, 'constraints'> = {
  columns:
    `select c.table_name, c.column_name, c.data_type, ${flag(`c.is_nullable = 'YES'`)},` +
    ` ${flag(`c.column_default is not null or c.extra <> ''`)},` +
    ` case when c.data_type in ('varchar', 'char') then c.character_maximum_length end,` +
    ` ${flag(`c.collation_name not in ('${Object.values(exactCollations).join(`', '`)}')`)},` +
    ` ${flag(`t.table_type like '%VIEW%'`)}, ${flag(`c.extra like '%STORED GENERATED%' or c.extra like '%VIRTUAL GENERATED%'`)},` +
    ` ${flag(`c.column_type like '%unsigned%'`)}, c.table_schema,` +
    ` ${flag(`c.extra like '%STORED GENERATED%' or c.extra like '%VIRTUAL GENERATED%'`)}, ${flag(`c.column_key = 'PRI'`)},` +
    ` ${flag(`exists (select 1 from information_schema.triggers g where g.event_object_schema = c.table_schema and g.event_object_table = c.table_name and g.event_manipulation = 'INSERT' and g.action_timing = 'BEFORE')`)},` +
    ` case when c.data_type = 'decimal' then c.numeric_precision end, case when c.data_type = 'decimal' then c.numeric_scale end` +
    ` from information_schema.columns c join information_schema.tables t` +
    ` on t.table_schema = c.table_schema and t.table_name = c.table_name where c.table_schema = database()`,
  indexes:
    `select table_name, index_name, ${flag('non_unique = 0')}, coalesce(column_name, '') from information_schema.statistics` +
    ` where table_schema = database() order by table_name, index_name, seq_in_index`,
  foreignKeys:
    `select concat(k.table_name, ' ', k.constraint_name), k.table_name, k.column_name, k.referenced_table_name,` +
    ` k.referenced_column_name, r.delete_rule from information_schema.key_column_usage k` +
    ` join information_schema.referential_constraints r on r.constraint_schema = k.constraint_schema` +
    ` and r.table_name = k.table_name and r.constraint_name = k.constraint_name` +
    ` where k.table_schema = database() order by k.table_name, k.constraint_name, k.ordinal_position`,
  checkIn: (text) => text,
  tablesNamed: (places) =>
    `select table_name from information_schema.tables where table_schema = database() and table_name in (${places})`,
  compatibleKinds: looseKinds,
  indexedAs: byName,
  fold: lowerCase,
};

export const mariadbSchema: SchemaQueries = {
  ...family,
  constraints:
    `${uniqueColumns} union all select table_name, constraint_name, null, check_clause` +
    ` from information_schema.check_constraints where constraint_schema = database()`,
};

export const mysqlSchema: SchemaQueries = {
  ...family,
  constraints:
    `${uniqueColumns} union all select t.table_name, c.constraint_name, null, c.check_clause` +
    ` from information_schema.check_constraints c join information_schema.table_constraints t` +
    ` on t.constraint_schema = c.constraint_schema and t.constraint_name = c.constraint_name` +
    ` and t.constraint_type = 'CHECK' where c.constraint_schema = database()`,
};
