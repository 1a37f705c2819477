import { steps, type Dialect } from '../dialects/dialect.js';
import { mysqlFamily } from './mysql-family.js';

type Pairs = readonly (readonly [capital: string, small: string])[];

const pairs = (capitals: string): Pairs =>
  [...capitals].map((capital) => [capital, capital.toLowerCase()]);

/** Their small ones take more bytes, and behind them `lower` cuts the text off. */
const growing = pairs('İȺȾ');
/** They came to Unicode in 2018, and to no collation of the server. */
const georgian = pairs('ᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿ');
/**
 * What the Georgian ones begin with in UTF-8: rows without it need not be asked for each of them.
 */
const GEORGIAN = "x'E1B2'";

const replaced = (expression: string, letters: Pairs): string =>
  letters.reduce(
    (inner, [capital, small]) => `replace(${inner}, '${capital}', '${small}')`,
    expression,
  );

/** Room for any text: `json_value` gives NULL for what is longer than it was told. */
const TEXT = 'char(4294967295) character set utf8mb4';

export const mysql: Dialect = mysqlFamily({
  name: 'mysql',
  /** Without the table's name, the list of keys would have to be locked as well. */
  locks: { change: ' for update of t', delete: ' for update of t', keep: ' for share of t' },
  lowered(expression) {
    const lower = `lower(${replaced(`${expression} collate utf8mb4_0900_as_cs`, growing)})`;
    return `if(locate(${GEORGIAN}, cast(${expression} as binary)) = 0, ${lower}, ${replaced(lower, georgian)})`;
  },
  /** `json_value` gives lists and objects as texts; of what is no JSON at all it makes NULL. */
  jsonValueSql(expression, path) {
    const at = `'$${steps(path, (name) => `."${name}"`)}'`;
    const kind = `json_type(json_value(${expression}, ${at} returning json))`;
    return `(case when ${kind} not in ('OBJECT', 'ARRAY') then json_value(${expression}, ${at} returning ${TEXT}) end)`;
  },
});
