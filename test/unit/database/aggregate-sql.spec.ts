import { averageOf, sumOf } from '../../../src/database/sql/parts/aggregate-sql.js';
import { loadBetterSqlite } from '../../../src/database/engines/sqlite/load-better-sqlite.js';
import { sqlite } from '../../../src/database/engines/sqlite/sqlite-dialect.js';
import type {
  CompiledColumn,
  ValueType,
} from '../../../src/registry/resources/compiled-resource.js';

const columnOf = (type: ValueType, precision: number | null, scale: number | null) =>
  ({ property: 'x', name: 'x', type, precision, scale }) as CompiledColumn;

/** The results over a column of SQLite with these values. */
function resultsOf(column: CompiledColumn, values: readonly string[]) {
  const database = new (loadBetterSqlite())(':memory:');
  const type = column.type === 'decimal' ? 'decimal' : 'integer';
  database.exec(`create table r (x ${type})`);
  for (const value of values)
    database.prepare('insert into r values (cast(? as numeric))').run(value);
  const results = [sumOf(column), averageOf(column)].map((aggregate) =>
    aggregate.read(
      database
        .prepare(`select ${aggregate.sql(sqlite)} from r t`)
        .raw()
        .get() as unknown[],
    ),
  );
  database.close();
  return results;
}

const money = columnOf('decimal', 8, 2);
const bigint = columnOf('bigint', null, null);

describe('Sums and averages on SQLite, which adds floats and has integers of 64 bits', () => {
  it.each([
    ['cents', money, ['0.10', '0.20', '-0.01'], ['0.29', 0.29 / 3]],
    [
      'any places',
      columnOf('decimal', null, null),
      ['0.1', '0.2', '12.375'],
      ['12.675', 12.675 / 3],
    ],
    ['no row of any places', columnOf('decimal', null, null), [], ['0', null]],
    ['negative numbers', money, ['-1.50', '-0.75', '0.05'], ['-2.20', -2.2 / 3]],
    ['no row', money, [], ['0.00', null]],
    [
      '15 digits',
      columnOf('decimal', 15, 3),
      ['999999999999.999', '0.001'],
      ['1000000000000.000', 5e11],
    ],
    [
      'many decimal places',
      columnOf('decimal', 30, 18),
      ['12.5', '90000000000.25', '-0.125'],
      ['90000000012.625000000000000000', 90000000012.625 / 3],
    ],
    [
      'numbers above 64 bits',
      columnOf('decimal', 30, 2),
      ['1e22', '1e22'],
      ['20000000000000000000000.00', 1e22],
    ],
    [
      'a sum above 64 bits',
      bigint,
      ['9223372036854775807', '9223372036854775807', '1'],
      ['18446744073709551615', 2 ** 64 / 3],
    ],
    [
      'the lowest numbers',
      bigint,
      ['-9223372036854775808', '-9223372036854775808'],
      ['-18446744073709551616', -9223372036854775808],
    ],
  ])('are right for %s', (_what, column, values, expected) => {
    expect(resultsOf(column, values)).toEqual(expected);
  });

  it('reject an integer sum that a number cannot hold', () => {
    const integer = columnOf('integer', null, null);
    expect(() => resultsOf(integer, ['9007199254740991', '1'])).toThrow(
      new RangeError('The sum 9007199254740992 of x is too large for a number.'),
    );
  });
});
