import { byName, flag, type SchemaQueries } from '../../dialects/schema-queries.js';

const isVisible = `pg_table_is_visible(c.oid) and c.relnamespace <> 'pg_catalog'::regnamespace`;

/** Of the column, or of the type under its domain. */
const baseType = 'coalesce(b.typname, t.typname)';
const modifier = 'coalesce(nullif(a.atttypmod, -1), t.typtypmod)';
const isLimited = `${baseType} = 'numeric' and ${modifier} > 4`;

/** A domain counts as its base type. */
export const postgresSchema: SchemaQueries = {
  columns:
    `select c.relname, a.attname, case when coalesce(b.typtype, t.typtype) = 'e' then 'enum' else ${baseType} end,` +
    ` ${flag('not a.attnotnull')}, ${flag(`a.atthasdef or a.attidentity <> ''`)},` +
    ` case when ${baseType} in ('varchar', 'bpchar') and ${modifier} > 4 then ${modifier} - 4 end, 0,` +
    ` ${flag(`c.relkind in ('v', 'm')`)}, ${flag(`a.attgenerated <> '' or a.attidentity = 'a'`)}, 0, c.relnamespace::regnamespace::text,` +
    ` ${flag(`a.attgenerated <> ''`)}, ${flag('a.attnum = any(p.indkey)')},` +
    ` ${flag('exists (select 1 from pg_trigger g where g.tgrelid = c.oid and not g.tgisinternal and g.tgtype & 7 = 7)')},` +
    ` case when ${isLimited} then (${modifier} - 4) >> 16 end, case when ${isLimited} then (${modifier} - 4) & 2047 end from pg_class c` +
    ` left join pg_index p on p.indrelid = c.oid and p.indisprimary` +
    ` left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped` +
    ` left join pg_type t on t.oid = a.atttypid left join pg_type b on b.oid = nullif(t.typbasetype, 0)` +
    ` where c.relkind in ('r', 'p', 'v', 'm', 'f') and ${isVisible}`,
  indexes:
    `select c.relname, i.indexrelid, ${flag('i.indisunique')}, coalesce(a.attname, '') from pg_index i` +
    ` join pg_class c on c.oid = i.indrelid cross join lateral unnest(i.indkey) with ordinality k(number, place)` +
    ` left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number and k.number > 0` +
    ` where i.indisvalid and i.indpred is null and k.place <= i.indnkeyatts and ${isVisible}` +
    ` order by i.indexrelid, k.place`,
  foreignKeys:
    `select k.oid, c.relname, a.attname, r.relname, b.attname, case k.confdeltype when 'c' then 'cascade'` +
    ` when 'n' then 'set null' when 'd' then 'set default' else 'restrict' end from pg_constraint k` +
    ` join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid` +
    ` cross join lateral unnest(k.conkey, k.confkey) with ordinality p(number, other, place)` +
    ` join pg_attribute a on a.attrelid = c.oid and a.attnum = p.number` +
    ` join pg_attribute b on b.attrelid = r.oid and b.attnum = p.other` +
    ` where k.contype = 'f' and k.conparentid = 0 and ${isVisible} order by k.oid, p.place`,
  constraints:
    `select c.relname, k.conname, a.attname, null from pg_constraint k join pg_class c on c.oid = k.conrelid` +
    ` join pg_attribute a on a.attrelid = c.oid and a.attnum = any(k.conkey) where k.contype = 'c' and ${isVisible}` +
    ` union all select c.relname, k.conname, a.attname, null from pg_constraint k join pg_attribute a on a.atttypid = k.contypid` +
    ` join pg_class c on c.oid = a.attrelid where k.contypid <> 0 and c.relkind in ('r', 'p') and ${isVisible}`,
  checkIn: (text) => text,
  tablesNamed: (places) =>
    `select c.relname from pg_class c where c.relname in (${places}) and c.relkind in ('r', 'p', 'v', 'm', 'f')` +
    ` and pg_table_is_visible(c.oid)`,
  compatibleKinds: {},
  indexedAs: byName,
  fold: (name) => name,
};
