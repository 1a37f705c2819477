import type { CompiledColumn } from '../../../registry/resources/compiled-resource.js';
import type { DatabaseForm } from '../../values/column-json.js';

/**
 * How SQLite writes a value as JSON: pairs of a condition and the JSON string of a value that meets
 * it. A column may contain values of any other type, which meet none.
 */
export type SqliteForm = (
  value: string,
  column: CompiledColumn,
) => readonly (readonly [condition: string, json: string])[];

/** For strings without characters to escape. */
const quoted = (value: string): string => `'"' || ${value} || '"'`;

const isInteger = (value: string): string => `typeof(${value}) = 'integer'`;
/** The service reads an integer as a number of JavaScript, which cannot represent the others. */
const isSafe = (value: string): string =>
  `${isInteger(value)} and ${value} between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`;

/** The digits of a float that certainly are those of the decimal. */
const DIGITS = 15;

/** SQLite stores a decimal as a float: one that is rounded to the scale has the decimal's digits. */
const decimal: SqliteForm = (value, { scale }) => [
  [
    `typeof(${value}) in ('integer', 'real') and abs(${value}) < 1e${DIGITS - scale!} and ${value} = round(${value}, ${scale!})`,
    quoted(`printf('%.${scale!}f', ${value})`),
  ],
];

/**
 * `YYYY-MM-DD[ T]HH:MM:SS[.f…][Z|+00:00]`, as TypeORM, SQLite's own functions and others store an
 * instant. The first case is the usual one, with milliseconds, and takes half as long.
 */
const instant: SqliteForm = (value) => {
  const time = `substr(rtrim(${value}, 'Z'), 11)`;
  const [minutes, milliseconds] = [':[0-5][0-9]:[0-5][0-9]', '.[0-9][0-9][0-9]'];
  const isTime = (end: string) =>
    `(${time} glob '[ T][01][0-9]${minutes}${end}' or ${time} glob '[ T]2[0-3]${minutes}${end}')`;
  // Only of a real day and a known zone does `date` return the day.
  const isDay = `date(${value}) = substr(${value}, 1, 10)`;
  const isInUtc = `ltrim(substr(${value}, 20), '.0123456789') in ('', 'Z', '+00:00')`;
  const fraction = `case substr(${value}, 20, 1) when '.' then substr(rtrim(substr(${value}, 21, 3), 'Z+0') || '000', 1, 3) else '000' end`;
  const day = `substr(${value}, 1, 10)`;
  return [
    [
      `${isTime(milliseconds)} and ${isDay}`,
      `concat('"', ${day}, 'T', substr(${value}, 12, 12), 'Z"')`,
    ],
    [
      `${isTime('*')} and ${isInUtc} and ${isDay}`,
      `concat('"', ${day}, 'T', substr(${value}, 12, 8), '.', ${fraction}, 'Z"')`,
    ],
  ];
};

/** The forms of the values that SQLite writes as JSON itself. */
export const sqliteForms: Readonly<Record<DatabaseForm, SqliteForm>> = {
  integer: (value) => [[isSafe(value), value]],
  integerKey: (value) => [[isSafe(value), quoted(value)]],
  bigint: (value) => [[isInteger(value), quoted(value)]],
  decimal,
  text: (value) => [[`typeof(${value}) = 'text'`, `json_quote(${value})`]],
  boolean: (value) => [[`${value} in (0, 1)`, `iif(${value}, 'true', 'false')`]],
  instant,
  date: (value) => [[`date(${value}) = ${value}`, quoted(value)]],
};
