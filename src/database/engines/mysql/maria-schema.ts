import { byName, asBit, lowerCase, type SchemaQueries } from '../../dialects/schema-queries.js';
import { looseKinds } from '../../dialects/stored-types.js';
import { exactCollations } from './exact-collations.js';
import { mariaIndexes } from './maria-indexes.js';

const isOrdered = `index_type not in ('FULLTEXT', 'SPATIAL')`;
const isWhole = asBit(`sub_part is null and ${isOrdered}`);
const isComputed = `c.extra like '% GENERATED%'`;

/**
 * @param collation the collation that compares code points
 * @param defaultOf the default of a column as SQL
 * @param checkedTable the table of a check
 * @param checks where the checks are, as `c`
 */
const schemaWith = (
  collation: string,
  defaultOf: string,
  checkedTable: string,
  checks: string,
): SchemaQueries => ({
  columns: {
    select: {
      table: 'c.table_name',
      schema: 'c.table_schema',
      isView: asBit(`t.table_type like '%VIEW%'`),
      isPlain: '1',
      hasTriggers: asBit(
        `exists (select 1 from information_schema.triggers g where g.event_object_schema = c.table_schema and g.event_object_table = c.table_name and g.event_manipulation = 'INSERT' and g.action_timing = 'BEFORE')`,
      ),
      column: 'c.column_name',
      type: 'c.data_type',
      sql: 'c.column_type',
      length: `case when c.data_type in ('varchar', 'char') then c.character_maximum_length end`,
      precision: `case when c.data_type = 'decimal' then c.numeric_precision end`,
      scale: `case when c.data_type = 'decimal' then c.numeric_scale end`,
      isUnsigned: asBit(`c.column_type like '%unsigned%'`),
      isNullable: asBit(`c.is_nullable = 'YES'`),
      isRequired: asBit(`c.is_nullable = 'NO'`),
      default: `case when ${isComputed} then null else ${defaultOf} end`,
      isFilled: asBit(`c.column_default is not null or c.extra <> ''`),
      isCounted: asBit(`c.extra like '%auto_increment%'`),
      isComputed: asBit(isComputed),
      isGenerated: asBit(isComputed),
      isKey: asBit(`c.column_key = 'PRI'`),
      isInexact: asBit(
        `c.collation_name not in ('${Object.values(exactCollations).join(`', '`)}')`,
      ),
    },
    from:
      `from information_schema.columns c join information_schema.tables t` +
      ` on t.table_schema = c.table_schema and t.table_name = c.table_name` +
      ` where c.table_schema = database() order by c.table_name, c.ordinal_position`,
  },
  /** An index of the first characters of a column does not make the column unique. */
  indexes: {
    select: {
      table: 'table_name',
      index: 'index_name',
      isPrimary: asBit(`index_name = 'PRIMARY'`),
      isUnique: asBit('non_unique = 0'),
      column: `coalesce(column_name, '')`,
      isWhole,
      sorts: isWhole,
      matches: asBit(isOrdered),
    },
    from: `from information_schema.statistics where table_schema = database() order by table_name, index_name, seq_in_index`,
  },
  foreignKeys: {
    select: {
      table: 'k.table_name',
      key: 'k.constraint_name',
      column: 'k.column_name',
      target: 'k.referenced_table_name',
      targetColumn: 'k.referenced_column_name',
      onDelete: 'r.delete_rule',
    },
    from:
      `from information_schema.key_column_usage k` +
      ` join information_schema.referential_constraints r on r.constraint_schema = k.constraint_schema` +
      ` and r.table_name = k.table_name and r.constraint_name = k.constraint_name` +
      ` where k.table_schema = database() and k.referenced_table_schema = database()` +
      ` order by k.table_name, k.constraint_name, k.ordinal_position`,
  },
  checks: {
    select: { table: checkedTable, check: 'c.constraint_name', sql: 'c.check_clause' },
    from: `from ${checks} where c.constraint_schema = database() order by ${checkedTable}, c.constraint_name`,
  },
  tablesNamed: (places) =>
    `select table_name from information_schema.tables where table_schema = database() and table_name in (${places})`,
  compatibleKinds: looseKinds,
  indexedAs: byName,
  columnIndexes: mariaIndexes(collation),
  fold: lowerCase,
});

/** Defaults are listed as SQL. The names of checks are unique in a table only. */
export const mariadbSchema = schemaWith(
  exactCollations.mariadb,
  `nullif(c.column_default, 'NULL')`,
  'c.table_name',
  'information_schema.check_constraints c',
);

/** Defaults are listed as values, except for expressions. */
export const mysqlSchema = schemaWith(
  exactCollations.mysql,
  `case when c.column_default is null or c.extra like '%DEFAULT\\_GENERATED%' then c.column_default` +
    ` else quote(c.column_default) end`,
  't.table_name',
  `information_schema.check_constraints c join information_schema.table_constraints t` +
    ` on t.constraint_schema = c.constraint_schema and t.constraint_name = c.constraint_name` +
    ` and t.constraint_type = 'CHECK'`,
);
