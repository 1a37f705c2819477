import { steps, type Dialect } from '../../dialects/dialect.js';
import { mysqlFamily } from './mysql-family.js';

export const mariadb: Dialect = mysqlFamily({
  name: 'mariadb',
  explain: 'explain extended',
  locks: { change: ' for update', delete: ' for update', keep: ' lock in share mode' },
  /**
   * The other collations fold few alphabets only, and this one treats the dotted capital I as a
   * plain one.
   */
  lowered: (expression) =>
    `lower(replace(${expression} collate utf8mb4_uca1400_nopad_as_cs, 'İ', 'i̇'))`,
  /** `json_value` does not support booleans, and `json_unquote` does not support null. */
  jsonValueSql(expression, path) {
    const at = `'$${steps(path, (name) => `."${name}"`)}'`;
    const found = `json_extract(${expression}, ${at})`;
    return `(case json_type(${found}) when 'BOOLEAN' then json_unquote(${found}) else json_value(${expression}, ${at}) end)`;
  },
});
