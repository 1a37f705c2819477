import { jsonSql } from '../../dialects/json-sql.js';
import { jsonFormOf } from '../../values/column-json.js';
import { UNWRITABLE } from '../../values/marks.js';
import { sqliteForms } from './sqlite-forms.js';

const unwritable = `char(${UNWRITABLE.charCodeAt(0)})`;

/** Writes JSON in SQLite, for the columns that it may write by `sqliteForms`. */
export const sqliteJson = jsonSql({
  /**
   * A prepared statement takes about 80 KB outside of V8's heap, and is freed with the garbage of a full
   * collection, which does not know that.
   */
  maxShapes: 200,
  unwritable,
  value(column, expression, asNumber) {
    const name = jsonFormOf(column, asNumber).database;
    // Of a decimal of any scale, SQLite does not write the digits that the service writes.
    if (name === null || (name === 'decimal' && column.scale === null)) return null;
    const cases = sqliteForms[name](expression, column)
      .map(([condition, json]) => `when ${condition} then ${json}`)
      .join(' ');
    return `case ${cases} when ${expression} is null then 'null' else ${unwritable} end`;
  },
  /**
   * SQLite computes what is selected before it sorts and limits the rows. The second limit keeps it
   * from joining both statements into one.
   */
  chosen: ({ row, others, from }) => ({
    row,
    others: others.map((_other, at) => `${row}.${otherName(at)}`),
    from: ` from (select ${row}.*${others.map((other, at) => `, ${other} ${otherName(at)}`).join('')}${from}) ${row} limit -1`,
  }),
});

/** A plain name could be that of a column. */
const otherName = (at: number): string => `c$${at}`;
