import type { ValueType } from '../../registry/compiled-resource.js';
import { markText, UNWRITABLE } from '../sql/marks.js';
import { boundedText, joinedTexts } from '../dialects/bounded-text.js';
import type { JsonTexts } from '../dialects/dialect.js';

/** A function of PostgreSQL takes no more arguments. */
const MOST_ARGUMENTS = 100;

/**
 * JSON as PostgreSQL writes it, of the values that it writes byte for byte as
 * `src/serialization/value-writers.ts` does.
 */
export const postgresJson: JsonTexts = {
  value(column, expression, asNumber) {
    const writer = column.holdsKey
      ? keyWriters[column.type]
      : (asNumber ? numberWriters : writers)[column.type];
    if (!writer?.types.has(column.databaseType)) return null;
    const text = writer.text(expression);
    if (!writer.holds) return `coalesce(${text}, 'null')`;
    return `case when ${writer.holds(expression)} then ${text} when ${expression} is null then 'null' else ${markText(UNWRITABLE)} end`;
  },
  concat,
  list: (texts) => boundedText(`concat('[', ${joinedTexts('j')}, ']')`, texts),
  one: (texts) => `coalesce((${texts}), 'null')`,
};

interface Writer {
  /**
   * The database's types of which this is so. Lists, `money` and `hstore`, among others, look
   * otherwise.
   */
  readonly types: ReadonlySet<string>;
  readonly text: (expression: string) => string;
  /** Is the value one of its column? Absent: the database holds no others. */
  readonly holds?: (expression: string) => string;
}
type Writers = Readonly<Partial<Record<ValueType, Writer>>>;

const bare = (expression: string): string => `${expression}::text`;
/** For texts in which nothing has to be escaped. */
const quoted = (expression: string): string => `'"' || ${expression} || '"'`;
const escaped = (expression: string): string => `to_json(${expression})::text`;
const between = (least: string, most: string) => (expression: string) =>
  `${expression} between '${least}' and '${most}'`;

const integer: Writer = {
  types: new Set(
    'integer int int2 int4 smallint mediumint tinyint serial smallserial number'.split(' '),
  ),
  text: bare,
};
const bigint: Writer = { types: new Set(['bigint', 'int8', 'bigserial']), text: quoted };
/** NaN is greater than infinity. */
const decimal: Writer = {
  types: new Set(['decimal', 'numeric', 'dec', 'fixed']),
  text: quoted,
  holds: (expression) => `${expression} > '-Infinity' and ${expression} < 'Infinity'`,
};
const text: Writer = {
  types: new Set([
    ...['text', 'varchar', 'character varying', 'string', 'char', 'character', 'citext'],
    ...['uuid', 'enum', 'simple-enum'],
  ]),
  text: escaped,
};
const boolean: Writer = { types: new Set(['boolean', 'bool']), text: bare };
const instant: Writer = {
  types: new Set([
    ...['datetime', 'timestamp', 'timestamp without time zone'],
    ...['timestamptz', 'timestamp with time zone'],
  ]),
  text: (expression) => `to_char(${expression}, '\\"YYYY-MM-DD"T"HH24:MI:SS.MS"Z\\""')`,
  holds: between('0001-01-01', '9999-12-31 23:59:59.999999'),
};
const date: Writer = {
  types: new Set(['date']),
  text: quoted,
  holds: between('0001-01-01', '9999-12-31'),
};

/**
 * Floats are missing since their exponents are written otherwise, JSON columns since they are read
 * and written anew.
 */
const writers: Writers = {
  integer,
  bigint,
  decimal,
  text,
  uuid: text,
  boolean,
  datetime: instant,
  date,
};

/** Of bigints and decimals digits may be lost where they are answered as numbers. */
const numberWriters: Writers = { integer, text, uuid: text, boolean, datetime: instant, date };

/** Keys are strings. @contract C1.3 */
const keyWriters: Writers = { integer: { ...integer, text: quoted }, bigint, text, uuid: text };

function concat(pieces: readonly string[]): string {
  if (pieces.length <= MOST_ARGUMENTS) return `concat(${pieces.join(', ')})`;
  const parts: string[] = [];
  for (let at = 0; at < pieces.length; at += MOST_ARGUMENTS)
    parts.push(concat(pieces.slice(at, at + MOST_ARGUMENTS)));
  return concat(parts);
}
