import { mysqlEstimates } from '../../../src/execution/mysql/mysql-estimates.js';

describe('The estimated rows of a table (C5.4)', () => {
  it.each([
    ['MariaDB', { query_block: { nested_loop: [{ table: { table_name: 't', rows: 18 } }] } }],
    [
      'MySQL, format 1',
      { query_block: { table: { table_name: 't', rows_examined_per_scan: 18 } } },
    ],
    ['MySQL, format 2', { query_plan: { table_name: 'writers', estimated_rows: 18 } }],
  ])('are read from a plan of %s', (_server, plan) => {
    expect(mysqlEstimates.read(plan)).toBe(18);
    expect(mysqlEstimates.read(JSON.stringify(plan))).toBe(18);
  });

  it('are null in a plan without a table', () => {
    expect(mysqlEstimates.read({ query_block: { message: 'No tables used' } })).toBeNull();
  });
});
