import type { ColumnFacts } from './table-facts.js';

/** A default value, or SQL that the database calculates it with. */
export type Default = { readonly value: string | number | boolean } | { readonly sql: string };

/** Returns the strings in quotes in a piece of SQL. */
export const stringsIn = (sql: string): readonly string[] =>
  [...sql.matchAll(/'((?:[^'\\]|''|\\.)*)'/g)].map(([, text]) => unescape(text!));

const unescape = (text: string): string => text.replaceAll("''", "'").replace(/\\(.)/g, '$1');

const now = /^\(?(?:current_timestamp|now|localtimestamp|utc_timestamp)(?:\(\d*\))?\)?$/i;
/** `'new'`, `'new'::character varying`, `'2020-01-01'::date`. */
const literal = /^\(?('(?:[^'\\]|''|\\.)*')\)?(?:::[\w\s".()]+)?$/;
const number = /^\(*'?(-?\d+(?:\.\d+)?)'?\)*(?:::[\w\s".()]+)?$/;

/** Returns the default value of a column in the form of TypeORM. */
export function parseDefault(
  { default: sql }: ColumnFacts,
  property: 'number' | 'string' | 'boolean' | 'Date' | 'unknown',
): Default | null {
  if (sql === null || /^null\b/i.test(sql)) return null;
  if (now.test(sql)) return { sql: 'CURRENT_TIMESTAMP' };
  const [, digits] = number.exec(sql) ?? [];
  if (property === 'boolean') return { value: /^\(*(?:b?'?1|'?t(?:rue)?\b)/i.test(sql) };
  if (property === 'number' && digits !== undefined) return { value: Number(digits) };
  const [, text] = literal.exec(sql) ?? [];
  // TypeORM does not escape quotes in a default.
  if (text?.slice(1, -1).includes("'")) return { sql: text };
  if (text !== undefined) return { value: stringsIn(text)[0]! };
  if (digits !== undefined) return { value: digits };
  return { sql };
}

/** Names that checks surround with quotes, and casts. */
const noise = /[`"[\]()]|::[\w\s]+?(?=[,)]|$)|_utf8mb\d/gi;

/**
 * Returns the only column that a check allows a list of strings for: `active_yn in ('Y', 'N')`, or
 * `active_yn = ANY (ARRAY['Y'::text, 'N'::text])` as PostgreSQL keeps it.
 */
export function allowedValues(
  check: string,
): { readonly column: string; readonly values: readonly string[] } | null {
  const sql = check.replaceAll("\\'", "'");
  const bare = sql.replace(/'(?:[^']|'')*'/g, "''").replace(/::[a-z_ ]+(?:\[\])?/gi, '');
  const words = bare.replace(noise, ' ').replace(/\s+/g, ' ').trim();
  const [, column] =
    /^(\S+) (?:in|= any array) ''(?: ?, ?'')*$/i.exec(
      words.replace(/ = any array/i, ' = any array'),
    ) ?? [];
  return column === undefined ? null : { column, values: stringsIn(sql) };
}

/** Returns the column that a check requires JSON in, as MariaDB does for its type `json`. */
export const jsonColumn = (check: string): string | undefined =>
  /^\(*json_valid\(`?([^`)]+)`?\)\)*$/i.exec(check.trim())?.[1];
