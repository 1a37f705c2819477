import { flag } from '../../dialects/schema-queries.js';
import type { TableQueries } from '../../dialects/table-queries.js';

const isVisible = `pg_table_is_visible(c.oid) and c.relnamespace <> 'pg_catalog'::regnamespace and not c.relispartition`;
const defaultOf = `pg_get_expr(d.adbin, d.adrelid)`;
const labelsOf = `(select json_agg(e.enumlabel order by e.enumsortorder)::text from pg_enum e where e.enumtypid = coalesce(b.oid, t.oid))`;

/** A domain counts as its base type. */
export const postgresTables: TableQueries = {
  columns:
    `select c.relname, a.attname,` +
    ` case when b.oid is null then format_type(a.atttypid, a.atttypmod) else format_type(b.oid, t.typtypmod) end,` +
    ` ${flag('not a.attnotnull and not coalesce(t.typnotnull, false)')},` +
    ` case when a.attgenerated = '' then ${defaultOf} end,` +
    ` case when a.attgenerated <> '' then 'computed' when a.attidentity <> '' or ${defaultOf} like 'nextval(%' then 'key' end,` +
    ` ${labelsOf}, ${flag(`c.relkind in ('v', 'm')`)} from pg_class c` +
    ` left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped` +
    ` left join pg_type t on t.oid = a.atttypid left join pg_type b on b.oid = nullif(t.typbasetype, 0)` +
    ` left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum` +
    ` where c.relkind in ('r', 'p', 'v', 'm', 'f') and ${isVisible} order by c.relname, a.attnum`,
  indexes:
    `select c.relname, i.indexrelid, ${flag('i.indisprimary')}, ${flag('i.indisunique')}, coalesce(a.attname, '')` +
    ` from pg_index i join pg_class c on c.oid = i.indrelid` +
    ` cross join lateral unnest(i.indkey) with ordinality k(number, place)` +
    ` left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number and k.number > 0` +
    ` where i.indisvalid and i.indpred is null and k.place <= i.indnkeyatts and ${isVisible}` +
    ` order by i.indexrelid, k.place`,
  foreignKeys:
    `select c.relname, o.conname, a.attname,` +
    ` case when pg_table_is_visible(r.oid) then r.relname else r.oid::regclass::text end, f.attname` +
    ` from pg_constraint o join pg_class c on c.oid = o.conrelid join pg_class r on r.oid = o.confrelid` +
    ` cross join lateral unnest(o.conkey, o.confkey) with ordinality k(own, other, place)` +
    ` join pg_attribute a on a.attrelid = c.oid and a.attnum = k.own` +
    ` join pg_attribute f on f.attrelid = r.oid and f.attnum = k.other` +
    ` where o.contype = 'f' and o.conparentid = 0 and ${isVisible} order by c.relname, o.conname, k.place`,
  /** In the check of a domain, `VALUE` is the column. */
  checks:
    `select table_name, expression from (select c.relname table_name, pg_get_expr(o.conbin, o.conrelid) expression, o.conname from pg_constraint o` +
    ` join pg_class c on c.oid = o.conrelid where o.contype = 'c' and ${isVisible}` +
    ` union all select c.relname, regexp_replace(substring(pg_get_constraintdef(o.oid) from '^CHECK \\((.*)\\)(?: NOT VALID)?$'), '\\mVALUE\\M', a.attname, 'g'), o.conname` +
    ` from pg_constraint o join pg_attribute a on a.atttypid = o.contypid and not a.attisdropped join pg_class c on c.oid = a.attrelid` +
    ` where o.contypid <> 0 and c.relkind in ('r', 'p', 'f') and ${isVisible}) k where expression is not null order by conname`,
  checksIn: (text) => [text],
};
