import { bindArrays, type RowList } from '../dialects/row-list.js';

/** Rows are arrays, whose values the columns of the table convert. */
export const sqliteRows: RowList = {
  from: () => 'json_each(?) k',
  value: ({ type }, at) => (type === 'binary' ? `unhex(k.value->>${at})` : `k.value->>${at}`),
  bind: bindArrays,
  update: ({ table, from, on, changes }) =>
    `update ${table} as m set ${changes.map(([column, value]) => `${column} = ${value}`).join(', ')} from ${from} where ${on}`,
};
