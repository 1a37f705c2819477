import type { DatabaseForm } from '../../values/column-json.js';

/** How PostgreSQL writes a value as JSON. */
export interface PostgresForm {
  /**
   * The database types with this form. Lists, `money` and `hstore`, among others, have other forms.
   */
  readonly types: ReadonlySet<string>;
  /** Returns an expression as a JSON string; NULL for null. */
  readonly text: (expression: string) => string;
  /** Whether the value fits its column. Absent if the database contains no others. */
  readonly holds?: (expression: string) => string;
}

const bare = (expression: string): string => `${expression}::text`;
/** For strings without characters to escape. */
const quoted = (expression: string): string => `'"' || ${expression} || '"'`;
/** The cast removes the padding of a `char(n)`. */
const escaped = (expression: string): string => `to_json(${expression}::text)::text`;
const between = (min: string, max: string) => (expression: string) =>
  `${expression} between '${min}' and '${max}'`;

const integer: PostgresForm = {
  types: new Set(
    'integer int int2 int4 smallint mediumint tinyint serial smallserial number'.split(' '),
  ),
  text: bare,
};

const integerKey: PostgresForm = { ...integer, text: quoted };

const bigint: PostgresForm = {
  types: new Set(['bigint', 'int8', 'bigserial']),
  text: quoted,
};

/** NaN is greater than infinity. */
const decimal: PostgresForm = {
  types: new Set(['decimal', 'numeric', 'dec', 'fixed']),
  text: quoted,
  holds: (expression) => `${expression} > '-Infinity' and ${expression} < 'Infinity'`,
};

const text: PostgresForm = {
  types: new Set([
    ...['text', 'varchar', 'character varying', 'string', 'char', 'character', 'citext'],
    ...['uuid', 'enum', 'simple-enum'],
  ]),
  text: escaped,
};

const boolean: PostgresForm = { types: new Set(['boolean', 'bool']), text: bare };

const instant: PostgresForm = {
  types: new Set([
    ...['datetime', 'timestamp', 'timestamp without time zone'],
    ...['timestamptz', 'timestamp with time zone'],
  ]),
  text: (expression) => `to_char(${expression}, '\\"YYYY-MM-DD"T"HH24:MI:SS.MS"Z\\""')`,
  holds: between('0001-01-01', '9999-12-31 23:59:59.999999'),
};

const date: PostgresForm = {
  types: new Set(['date']),
  text: quoted,
  holds: between('0001-01-01', '9999-12-31'),
};

/** The forms of the values that PostgreSQL writes as JSON itself. */
export const postgresForms: Readonly<Record<DatabaseForm, PostgresForm>> = {
  integer,
  integerKey,
  bigint,
  decimal,
  text,
  boolean,
  instant,
  date,
};
