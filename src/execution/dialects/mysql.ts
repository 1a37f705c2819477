import { steps, type Dialect } from './dialect.js';
import { mysqlFamily } from './mysql-family.js';

/** Capital letters whose small ones take more bytes: behind them, `lower` cuts the text off. */
const LONGER = { İ: 'i̇', Ⱥ: 'ⱥ', Ⱦ: 'ⱦ' } as const;

/** Room for any text: `json_value` gives NULL for what is longer than it was told. */
const TEXT = 'char(4294967295) character set utf8mb4';

export const mysql: Dialect = mysqlFamily({
  name: 'mysql',
  /** Without the table's name, the list of keys would have to be locked as well. */
  locks: { change: ' for update of t', delete: ' for update of t', keep: ' for share of t' },
  lowered(expression) {
    const plain = Object.entries(LONGER).reduce(
      (text, [capital, small]) => `replace(${text}, '${capital}', '${small}')`,
      `convert(${expression} using utf8mb4) collate utf8mb4_0900_as_cs`,
    );
    return `lower(${plain})`;
  },
  /** `json_value` gives lists and objects as texts; of what is no JSON at all it makes NULL. */
  jsonText(expression, path) {
    const at = `'$${steps(path, (name) => `."${name}"`)}'`;
    const kind = `json_type(json_value(${expression}, ${at} returning json))`;
    return `(case when ${kind} not in ('OBJECT', 'ARRAY') then json_value(${expression}, ${at} returning ${TEXT}) end)`;
  },
});
