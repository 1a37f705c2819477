import type { Database } from '../../../src/execution/database/database.js';
import { explainStatement } from '../../../src/execution/explain-statement.js';

/** Returns the plan that callers receive for a plan of MySQL. */
async function shown(plan: unknown): Promise<unknown> {
  const database = { dialect: 'mysql', query: async () => [[JSON.stringify(plan)]] };
  return (await explainStatement(database as unknown as Database, 'select 1', [])).plan;
}

describe('The values in the plan of a statement (C17.7)', () => {
  it.each([
    ['strings', "(t.name = 'it\\'s \\\\ secret')", "(t.name = '?')"],
    ['instants', "(t.at > TIMESTAMP'2021-02-03 04:05:06.789')", "(t.at > TIMESTAMP'?')"],
    ['whole numbers', '(1234 <= id <= 9999)', '(? <= id <= ?)'],
    ['fractions', '(t.price = 12.50)', '(t.price = ?)'],
    ['exponents', '(1.5e30 < f < 1e300)', '(? < f < ?)'],
    ['small exponents', '(t.f > 2.5E-12)', '(t.f > ?)'],
    ['bytes', '(0x0300ff00aa < b)', '(? < b)'],
  ])('replaces %s', async (_kind, condition, replaced) => {
    expect(await shown({ ranges: [condition] })).toEqual({ ranges: [replaced] });
  });

  it('leaves the names of tables and columns', async () => {
    const plan = { operation: 'Filter: (t1.line2 = `t`.`1e5`)' };
    expect(await shown(plan)).toEqual(plan);
  });
});
