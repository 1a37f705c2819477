import { jsonSql } from '../../dialects/json-sql.js';
import { jsonFormOf } from '../../values/column-json.js';
import { markSql, UNWRITABLE } from '../../values/marks.js';
import { postgresForms } from './postgres-forms.js';

const unwritable = markSql(UNWRITABLE);

/** Writes JSON in PostgreSQL, for the columns that it may write by `postgresForms`. */
export const postgresJson = jsonSql({
  maxShapes: null,
  unwritable,
  value(column, expression, asNumber) {
    const name = jsonFormOf(column, asNumber).database;
    const form = name && postgresForms[name];
    if (!form?.types.has(column.databaseType)) return null;
    const json = form.text(expression);
    if (!form.holds) return `coalesce(${json}, 'null')`;
    return `case when ${form.holds(expression)} then ${json} when ${expression} is null then 'null' else ${unwritable} end`;
  },
  chosen: (rows) => rows,
});
