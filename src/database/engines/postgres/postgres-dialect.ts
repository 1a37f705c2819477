import type { CompiledColumn } from '../../../registry/resources/compiled-resource.js';
import {
  bindKey,
  doubleQuoted,
  isKeyLike,
  isNumeric,
  named,
  SIGMA,
  type Dialect,
  type KeyedParts,
  type RemovalParts,
  type PageParts,
  type PivotParts,
  type RelatedKeyParts,
} from '../../dialects/dialect.js';
import { arrayType } from './array-type.js';
import type { PostgresFlavour } from './postgres-flavours.js';
import { postgresJson } from './postgres-json.js';
import { postgresExact } from './postgres-exact.js';
import { postgresRows } from './postgres-rows.js';

import { linesExplain, postgresExplain } from './postgres-explain.js';
import { areJsonRows, rowsAsJson } from '../../dialects/rows-as-json.js';

const column = (of: CompiledColumn, alias: string): string =>
  named({ quote: doubleQuoted }, of, alias);

const keyList = (of: CompiledColumn): string => `unnest(?::${arrayType(of)}) k(id)`;

/** Combines statements whose rows can be sent as JSON. */
const together: Dialect['together'] = (statements) =>
  statements.every(areJsonRows) ? `select ${statements.map(rowsAsJson).join(', ')}` : null;

/** Returns the dialect of a server that speaks the SQL of PostgreSQL. */
export function postgresFamily(flavour: PostgresFlavour): Dialect {
  const byCodePoints = flavour.collations ? ' collate "C"' : '';
  const byAllAlphabets = flavour.collations ? ' collate "und-x-icu"' : '';
  const comparable = (expression: string, of: CompiledColumn): string =>
    isOtherTextType(of) ? `${expression}::text` : expression;
  const sortable = (expression: string, of: CompiledColumn): string =>
    of.type === 'text' ? `${comparable(expression, of)}${byCodePoints}` : expression;
  const foldedAscii = (expression: string): string => `lower(${expression}::text${byCodePoints})`;

  return {
    name: flavour.name,
    runsBeside: true,
    countsAlong: true,
    explain: flavour.jsonPlans ? postgresExplain : linesExplain,
    listed: 'k.id',
    quote: doubleQuoted,
    bound: '?',
    read: column,
    keyList,
    inList: (expression, of) => `${expression} = any(?::${arrayType(of)})`,
    bindList: (values, of) =>
      isKeyLike(of) ? values.map((value) => (value === null ? null : bindKey(value, of))) : values,
    exists: (from, conditions) => `exists (select 1 from ${from} where ${conditions})`,
    clock: `date_trunc('milliseconds', clock_timestamp() at time zone 'utc')`,
    lastCountedKey: null,
    overriding: flavour.overrides ? ' overriding system value' : '',
    noValues: 'default values',
    hasBooleans: true,
    asksForDefaults: true,
    /** A plain `for update` would block every row that refers to this one. */
    locks: {
      change: ' for no key update of t',
      delete: ' for update of t',
      keep: ' for key share of t',
    },
    tryLock: flavour.advisoryLocks
      ? 'select pg_try_advisory_xact_lock(hashtextextended(?, 0))'
      : null,
    rowVersion: flavour.rowVersions ? 'xmin::text' : null,
    comparesRows: false,
    writesInWith: true,
    digest(columns, alias) {
      const row = `row(${columns.map((each) => column(each, alias)).join(', ')})::text`;
      if (!flavour.binaryDigests) return `sha256(${row})`;
      return `encode(sha256(convert_to(${row}, 'UTF8')), 'hex')`;
    },
    castKey(expression, from, to) {
      if (from === to || (isNumeric(from) && isNumeric(to))) return expression;
      if (isNumeric(to)) return safely(expression, WHOLE, 'bigint');
      return to === 'uuid' ? safely(expression, UUID, 'uuid') : `${expression}::text`;
    },
    comparable,
    boundTo: () => '?',
    sortable,
    jsonValueSql(expression, path, { databaseType }) {
      const at = `'{${path.join(',')}}'`;
      const kind = `${databaseType === 'jsonb' ? 'jsonb' : 'json'}_typeof(${expression} #> ${at})`;
      return `(case when ${kind} not in ('object', 'array') then ${expression} #>> ${at} end)${byCodePoints}`;
    },
    sum: (expression) => `sum(${expression})::text`,
    ordered: (expression, descending, nullable) =>
      descending ? `${expression} desc${nullable ? ' nulls last' : ''}` : expression,
    /**
     * The rules for all alphabets cost five times as much as those for ASCII. Most strings are ASCII:
     * they have as many bytes as characters.
     */
    folded(expression) {
      const sql = `${expression}::text`;
      const any = `replace(lower(${sql}${byAllAlphabets}), '${SIGMA.final}', '${SIGMA.plain}')${byCodePoints}`;
      return `(case when octet_length(${sql}) = char_length(${sql}) then ${foldedAscii(expression)} else ${any} end)`;
    },
    foldedAscii,
    /**
     * With another escape character than its own, PostgreSQL would rewrite the pattern for each row.
     */
    like: (expression) => `${expression} like ?`,
    mark: '\\',

    together: flavour.writesJson ? together : null,
    json: flavour.writesJson ? postgresJson : null,

    /**
     * Finds the keys of the page first, then reads only its rows. With a bound limit the planner
     * expects a tenth of the table, and plans again for every request, since each offset looks better
     * than that. So the SQL contains a constant limit, and hides the offset from the planner. Counted
     * rows are found once: materializing them costs less than a window function.
     */
    page({ table, key, columns, conditions, sorted, endsWithOrder, isCounted, max }: PageParts) {
      const found = `select ${column(key, 'i')}${sorted.columns('i')} from ${table} i${sorted.joins('i')}${conditions('i')}`;
      const ordered = isCounted
        ? `with f as materialized (${found}) select f.*, (select count(*) from f) total$ from f order by ${sorted.orderOf('f')}`
        : `${found} order by ${sorted.order('i')}`;
      return (
        `select ${columns('t')}${endsWithOrder ? sorted.selectedFrom('p') : ''}${isCounted ? ', p.total$' : ''}` +
        ` from (select n.* from (${ordered} offset ${flavour.hidesOffset ? '(select ?::bigint)' : '?::bigint'} limit ${max}) n limit ?) p` +
        ` join ${table} t on ${column(key, 't')} = ${column(key, 'p')} order by ${sorted.orderOf('p')}`
      );
    },

    relatedKey: ({ table, column: joined, columns, conditions, sorted }: RelatedKeyParts) =>
      `select x.*, k.id from ${keyList(joined)} cross join lateral (select ${columns('t')} from ${table} t${sorted.joins('t')}` +
      ` where ${column(joined, 't')} = k.id${conditions('t')} order by ${sorted.order('t')} limit ?) x`,

    /** `offset 0` keeps the planner from joining the whole target table. */
    pivot: ({
      table,
      key,
      pivot,
      parent,
      related,
      columns,
      pivots,
      conditions,
      pivotConditions,
      sorted,
      tieBreakers,
    }: PivotParts) =>
      `select x.*, k.id from ${keyList(parent)} cross join lateral (select ${columns('r')}${pivots('m')} from ${pivot} m` +
      ` cross join lateral (select t.*${sorted.columns('t')} from ${table} t${sorted.joins('t')}` +
      ` where ${column(key, 't')} = ${related('m')}${conditions('t')} offset 0) r` +
      ` where ${column(parent, 'm')} = k.id${pivotConditions('m')} order by ${sorted.orderOf('r')}${tieBreakers('m')} limit ?) x`,

    keyed: ({ table, key, columns, conditions, lock }: KeyedParts) =>
      `select ${columns} from ${table} t where ${column(key, 't')} = any(?::${arrayType(key)})${conditions} order by ${sortable(column(key, 't'), key)}${lock}`,
    removal: ({ table, column: listed, conditions }: RemovalParts) =>
      `delete from ${table} m where ${column(listed, 'm')} = any(?::${arrayType(listed)}) and ${conditions}`,
    rows: postgresRows,
    exact: postgresExact,
  };
}

const stringTypes: readonly string[] = ['varchar', 'text', 'char', 'character', 'nvarchar'];
/**
 * Whether a type that is read as a string does not compare as one: enums, addresses,
 * case-insensitive strings.
 */
export const isOtherTextType = ({ type, databaseType }: CompiledColumn): boolean =>
  type === 'text' && !stringTypes.includes(databaseType.split(' ')[0]!);

/** Up to 19 digits that certainly fit into a bigint. */
const WHOLE = '^-?([0-9]{1,18}|[1-8][0-9]{18}|9[01][0-9]{17})$';
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** A string that is not a key of the type becomes NULL, and so joins nothing. */
const safely = (expression: string, pattern: string, type: string): string =>
  `case when ${expression} ~ '${pattern}' then ${expression}::${type} end`;
