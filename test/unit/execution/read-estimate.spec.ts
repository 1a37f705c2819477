import type { ReadBounds, ReadReach } from '../../../src/execution/database/database.js';
import { ReadEstimate } from '../../../src/execution/sqlite/read-estimate.js';

const LARGE = 100_000;
const ordered = 'SEARCH t USING INDEX notes_text (text=?)';
const scan = 'SCAN t';
const sorted = 'USE TEMP B-TREE FOR ORDER BY';

/** An estimate of statements whose SQL is SQLite's plan of them, one line each. */
function estimate(pages = LARGE) {
  const explained: string[] = [];
  const explain = (sql: string) => {
    explained.push(sql);
    return sql.split('\n');
  };
  const made = new ReadEstimate({ explain, countPages: () => pages });
  return {
    explained,
    isLong: (sql: string, bounds: ReadBounds = of()) => made.isLong(sql, [], bounds),
    ran: (sql: string, times: number, milliseconds: number, bounds: ReadBounds = of()) => {
      for (let time = 0; time < times; time += 1) made.ran(sql, bounds, milliseconds);
    },
  };
}

const of = (reach: ReadReach = 0, rows = 16): ReadBounds => ({ rows, reach });

describe('The estimate of reads on SQLite (C12)', () => {
  it.each([
    ['a record', scan, of('keys', 1), false],
    [
      'related records of many parents',
      `SCAN k VIRTUAL TABLE INDEX 1:\n${sorted}`,
      of('keys'),
      false,
    ],
    ['more rows than a page has', ordered, of('keys', 5_001), true],
    ['a page in the order of an index', ordered, of(), false],
    ['a page of a list of keys', `SCAN k VIRTUAL TABLE INDEX 1:\n${ordered}`, of(), false],
    ['a page behind many rows', ordered, of(20_001), true],
    ['a page of a whole table', scan, of(), true],
    ['a page that is sorted', `${ordered}\n${sorted}`, of(), true],
    ['a total', ordered, of('all', 1), true],
  ] as const)('of %s', (_name, plan, bounds, isLong) => {
    expect(estimate().isLong(plan, bounds)).toBe(isLong);
  });

  it('is short in a small database, until a statement that reads a table was slow', () => {
    const small = estimate(100);
    expect(small.isLong(scan)).toBe(false);
    small.ran(scan, 1, 2);
    expect(small.isLong(scan)).toBe(true);
  });

  it('becomes long after three slow runs in a row of a statement that uses an index', () => {
    const one = estimate();
    one.isLong(ordered);
    one.ran(ordered, 2, 5);
    one.ran(ordered, 1, 1);
    one.ran(ordered, 2, 5);
    expect(one.isLong(ordered)).toBe(false);
    one.ran(ordered, 3, 5);
    expect(one.isLong(ordered)).toBe(true);
  });

  it('is patient with reads by keys', () => {
    const one = estimate();
    one.isLong(ordered, of('keys'));
    one.ran(ordered, 10, 19, of('keys'));
    expect(one.isLong(ordered, of('keys'))).toBe(false);
    one.ran(ordered, 3, 20, of('keys'));
    expect(one.isLong(ordered, of('keys'))).toBe(true);
  });

  it('becomes short after twenty fast runs in a row', () => {
    const one = estimate();
    one.isLong(scan);
    one.ran(scan, 19, 1);
    one.ran(scan, 1, 2);
    one.ran(scan, 19, 1);
    expect(one.isLong(scan)).toBe(true);
    one.ran(scan, 1, 1);
    expect(one.isLong(scan)).toBe(false);
  });

  it('does not blame a statement for its deep pages', () => {
    const one = estimate();
    one.isLong(ordered);
    one.ran(ordered, 3, 500, of(20_001));
    expect(one.isLong(ordered)).toBe(false);
  });

  it('examines a statement once', () => {
    const one = estimate();
    for (const bounds of [of(), of(), of(500)]) one.isLong(ordered, bounds);
    expect(one.explained).toEqual([ordered]);
  });
});
