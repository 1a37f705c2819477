import { flag } from '../schema/schema-queries.js';
import type { TableQueries } from '../schema/table-queries.js';

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
    `select c.relname, x.relname, ${flag('i.indisprimary')}, ${flag('i.indisunique')}, coalesce(a.attname, ''),` +
    ` ${flag('i.indpred is not null')} from pg_index i join pg_class c on c.oid = i.indrelid` +
    ` join pg_class x on x.oid = i.indexrelid` +
    ` cross join lateral unnest(i.indkey) with ordinality k(number, place)` +
    ` left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number and k.number > 0` +
    ` where i.indisvalid and k.place <= i.indnkeyatts and ${isVisible}` +
    ` order by i.indexrelid, k.place`,
  foreignKeys:
    `select c.relname, o.conname, a.attname,` +
    ` case when pg_table_is_visible(r.oid) then r.relname else r.oid::regclass::text end, f.attname` +
    ` from pg_constraint o join pg_class c on c.oid = o.conrelid join pg_class r on r.oid = o.confrelid` +
    ` cross join lateral unnest(o.conkey, o.confkey) with ordinality k(own, other, place)` +
    ` join pg_attribute a on a.attrelid = c.oid and a.attnum = k.own` +
    ` join pg_attribute f on f.attrelid = r.oid and f.attnum = k.other` +
    ` where o.contype = 'f' and o.conparentid = 0 and ${isVisible} order by c.relname, o.conname, k.place`,
  checks:
    `select c.relname, pg_get_expr(o.conbin, o.conrelid) from pg_constraint o` +
    ` join pg_class c on c.oid = o.conrelid where o.contype = 'c' and ${isVisible} order by o.conname`,
  checksIn: (text) => [text],
};
