import type { Dialect } from '../../dialects/dialect.js';
import { byName, asBit, type SchemaQueries } from '../../dialects/schema-queries.js';
import type { PostgresFlavour } from './postgres-flavours.js';
import { postgresIndexes } from './postgres-indexes.js';

const isVisible = `pg_table_is_visible(c.oid) and c.relnamespace <> 'pg_catalog'::regnamespace`;
const isTable = `c.relkind in ('r', 'p', 'v', 'm', 'f') and ${isVisible}`;

/** Of the column, or of the type under its domain. */
const baseType = 'coalesce(b.typname, t.typname)';
const modifier = 'coalesce(nullif(a.atttypmod, -1), t.typtypmod)';
const isLimited = `${baseType} = 'numeric' and ${modifier} > 4`;
const defaultOf = 'pg_get_expr(d.adbin, d.adrelid)';

/** Of a part of an index. */
const place = '(k.place - 1)::int';

/** A domain counts as its base type. */
export function postgresSchema(flavour: PostgresFlavour, dialect: Dialect): SchemaQueries {
  const byCodePoints = (collation: string) =>
    flavour.collations ? `${collation} in (0, '"C"'::regcollation)` : '1 = 1';
  return {
    columns: {
      select: {
        table: 'c.relname',
        schema: 'c.relnamespace::regnamespace::text',
        isView: asBit(`c.relkind in ('v', 'm')`),
        isPlain: asBit('not c.relispartition'),
        hasTriggers: asBit(
          'exists (select 1 from pg_trigger g where g.tgrelid = c.oid and not g.tgisinternal and g.tgtype & 7 = 7)',
        ),
        returnsRows: asBit(
          `c.relkind = 'r' and not c.relhasrules and not c.relhassubclass and not exists (select 1 from pg_trigger g where g.tgrelid = c.oid and not g.tgisinternal)`,
        ),
        column: 'a.attname',
        type: `case when coalesce(b.typtype, t.typtype) = 'e' then 'enum' else ${baseType} end`,
        sql: 'case when b.oid is null then format_type(a.atttypid, a.atttypmod) else format_type(b.oid, t.typtypmod) end',
        labels:
          '(select json_agg(e.enumlabel order by e.enumsortorder)::text from pg_enum e where e.enumtypid = coalesce(b.oid, t.oid))',
        length: `case when ${baseType} in ('varchar', 'bpchar') and ${modifier} > 4 then ${modifier} - 4 end`,
        precision: `case when ${isLimited} then (${modifier} - 4) >> 16 end`,
        scale: `case when ${isLimited} then (${modifier} - 4) & 2047 end`,
        isNullable: asBit('not a.attnotnull'),
        isRequired: asBit('a.attnotnull or t.typnotnull'),
        default: `case when a.attgenerated = '' then ${defaultOf} end`,
        isFilled: asBit(`a.atthasdef or a.attidentity <> ''`),
        isCounted: asBit(
          `a.attgenerated = '' and (a.attidentity <> '' or ${defaultOf} like 'nextval(%')`,
        ),
        isComputed: asBit(`a.attgenerated <> ''`),
        isGenerated: asBit(`a.attgenerated <> '' or a.attidentity = 'a'`),
        isKey: asBit('a.attnum = any(p.indkey)'),
        isInexact: asBit(`not ${byCodePoints('a.attcollation')}`),
      },
      from:
        `from pg_class c left join pg_index p on p.indrelid = c.oid and p.indisprimary` +
        ` left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped` +
        ` left join pg_type t on t.oid = a.atttypid left join pg_type b on b.oid = nullif(t.typbasetype, 0)` +
        ` left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum` +
        ` where ${isTable} order by c.relname, a.attnum`,
    },
    indexes: {
      select: {
        table: 'c.relname',
        index: 'x.relname',
        isPrimary: asBit('i.indisprimary'),
        isUnique: asBit('i.indisunique'),
        column: `coalesce(a.attname, '')`,
        isWhole: '1',
        sorts: asBit(`m.amname = 'btree' and ${byCodePoints(`i.indcollation[${place}]`)}`),
        matches: asBit(
          `m.amname in ('btree', 'hash') and i.indcollation[${place}] = coalesce(a.attcollation, 0)`,
        ),
        trigrams: `case when o.opcname like '%\\_trgm\\_ops' then pg_get_indexdef(i.indexrelid, k.place::int, true) end`,
      },
      from:
        `from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid` +
        ` join pg_am m on m.oid = x.relam` +
        ` cross join lateral unnest(i.indkey) with ordinality k(number, place)` +
        ` left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number and k.number > 0` +
        ` left join pg_opclass o on o.oid = i.indclass[${place}]` +
        ` where i.indisvalid and i.indpred is null and k.place <= i.indnkeyatts and ${isVisible}` +
        ` order by i.indexrelid, k.place`,
    },
    foreignKeys: {
      select: {
        table: 'c.relname',
        key: 'k.conname',
        column: 'a.attname',
        target:
          'case when pg_table_is_visible(r.oid) then r.relname else r.oid::regclass::text end',
        targetColumn: 'b.attname',
        onDelete: `case k.confdeltype when 'c' then 'cascade' when 'n' then 'set null' when 'd' then 'set default' else 'restrict' end`,
      },
      from:
        `from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid` +
        ` cross join lateral unnest(k.conkey, k.confkey) with ordinality p(number, other, place)` +
        ` join pg_attribute a on a.attrelid = c.oid and a.attnum = p.number` +
        ` join pg_attribute b on b.attrelid = r.oid and b.attnum = p.other` +
        ` where k.contype = 'f' and k.conparentid = 0 and ${isVisible} order by c.relname, k.conname, p.place`,
    },
    /** In the check of a domain, `VALUE` is the column. */
    checks: {
      select: { table: 'k.relname', check: 'k.conname', column: 'k.attname', sql: 'k.expression' },
      from:
        `from (select c.relname, o.conname, a.attname, pg_get_expr(o.conbin, o.conrelid) expression` +
        ` from pg_constraint o join pg_class c on c.oid = o.conrelid` +
        ` left join pg_attribute a on a.attrelid = c.oid and a.attnum = any(o.conkey)` +
        ` where o.contype = 'c' and ${isVisible} union all select c.relname, o.conname, a.attname,` +
        ` regexp_replace(substring(pg_get_constraintdef(o.oid) from '^CHECK \\((.*)\\)(?: NOT VALID)?$'), '\\mVALUE\\M', a.attname, 'g')` +
        ` from pg_constraint o join pg_attribute a on a.atttypid = o.contypid and not a.attisdropped` +
        ` join pg_class c on c.oid = a.attrelid where o.contypid <> 0 and c.relkind in ('r', 'p', 'f') and ${isVisible}) k` +
        ` where k.expression is not null order by k.conname`,
    },
    tablesNamed: (places) =>
      `select c.relname from pg_class c where c.relname in (${places}) and ${isTable}`,
    compatibleKinds: {},
    indexedAs: byName,
    columnIndexes: postgresIndexes(flavour, dialect),
    fold: (name) => name,
  };
}
