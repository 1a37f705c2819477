import { steps, type Dialect } from '../../dialects/dialect.js';
import { mysqlFamily } from './mysql-family.js';

type Pairs = readonly (readonly [capital: string, small: string])[];

const pairs = (capitals: string): Pairs =>
  [...capitals].map((capital) => [capital, capital.toLowerCase()]);

/** Their lower-case letters have more bytes, and `lower` truncates the string after them. */
const growing = pairs('İȺȾ');
/** Added to Unicode in 2018, but not to the collations of the server. */
const georgian = pairs('ᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿ');
/**
 * The first bytes of the Georgian letters in UTF-8: rows without them need not be searched for each
 * letter.
 */
const GEORGIAN = "x'E1B2'";

const replaced = (expression: string, letters: Pairs): string =>
  letters.reduce(
    (inner, [capital, small]) => `replace(${inner}, '${capital}', '${small}')`,
    expression,
  );

/** Long enough for any string: `json_value` returns NULL for longer ones. */
const STRING = 'char(4294967295) character set utf8mb4';

export const mysql: Dialect = mysqlFamily({
  name: 'mysql',
  explain: 'explain format=traditional',
  /** Without the table's name, the list of keys would also be locked. */
  locks: { change: ' for update of t', delete: ' for update of t', keep: ' for share of t' },
  lowered(expression) {
    const lower = `lower(${replaced(`${expression} collate utf8mb4_0900_as_cs`, growing)})`;
    return `if(locate(${GEORGIAN}, cast(${expression} as binary)) = 0, ${lower}, ${replaced(lower, georgian)})`;
  },
  /** `json_value` returns lists and objects as strings, and NULL for a value that is not JSON. */
  jsonValueSql(expression, path) {
    const at = `'$${steps(path, (name) => `."${name}"`)}'`;
    const kind = `json_type(json_value(${expression}, ${at} returning json))`;
    return `(case when ${kind} not in ('OBJECT', 'ARRAY') then json_value(${expression}, ${at} returning ${STRING}) end)`;
  },
});
