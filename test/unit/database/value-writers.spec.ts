import type {
  CompiledColumn,
  ValueType,
} from '../../../src/registry/resources/compiled-resource.js';
import { valueWriter } from '../../../src/database/values/column-json.js';
import { columnOf } from './columns.js';

/** A value in the response; `undefined` if it does not fit its column. */
function written(
  type: ValueType,
  value: unknown,
  more: Partial<CompiledColumn> = {},
  asNumber = false,
): unknown {
  const text = valueWriter(columnOf('x', type, more), asNumber)(value as never);
  if (text === undefined) return undefined;
  const parsed = JSON.parse(text) as unknown;
  // The log contains the text itself.
  expect(text).toBe(JSON.stringify(parsed));
  return parsed;
}

describe('A value in a response', () => {
  it.each<[ValueType, unknown, unknown]>([
    ['bigint', '9007199254740993', '9007199254740993'],
    ['bigint', 12, '12'],
    ['decimal', 0.9, '0.90'],
    ['decimal', '0.90', '0.90'],
    ['decimal', 10, '10.00'],
    ['boolean', 1, true],
    ['boolean', 0, false],
    ['boolean', true, true],
    ['boolean', false, false],
    ['json', '{"a":[1]}', { a: [1] }],
    ['json', '"text"', 'text'],
    ['json', 'null', null],
    ['datetime', '2024-02-08 02:16:20.5', '2024-02-08T02:16:20.500Z'],
    ['text', 'a "quote", a \\ and a\nline', 'a "quote", a \\ and a\nline'],
    ['text', '\ud800 alone', '\ud800 alone'],
    ['text', 'é ✓ 😀', 'é ✓ 😀'],
    ['date', '2024-02-08', '2024-02-08'],
    ['text', '007', '007'],
    ['integer', 7, 7],
    ['binary', Buffer.from('ab'), 'YWI='],
  ])('is converted for a %s column from %j to %j (C1.6)', (type, value, expected) => {
    expect(written(type, value)).toEqual(expected);
  });

  it('is a string if the column is a key, for any declared type (C1.3)', () => {
    expect(written('integer', 7, { holdsKey: true }, true)).toBe('7');
  });

  it('is a number if the field declares it', () => {
    expect(written('decimal', '0.90', {}, true)).toBe(0.9);
    expect(written('bigint', '12', {}, true)).toBe(12);
  });

  it.each<[ValueType, unknown]>([
    ['integer', 'abc'],
    ['integer', ''],
    ['bigint', '12x'],
    ['bigint', ''],
    ['float', Infinity],
    ['float', 'NaN'],
    ['decimal', 'NaN'],
    ['decimal', '1.2.3'],
    ['decimal', ''],
    ['boolean', 'yes'],
    ['boolean', 'yes'],
    ['date', '2024-02-30'],
    ['date', '0000-00-00'],
    ['date', 'infinity'],
    ['datetime', 1_700_000_000],
    ['datetime', '2"x'],
    ['datetime', '0000-00-00 00:00:00'],
    ['datetime', '2023-02-29 00:00:00'],
    ['json', '{"a":'],
    ['json', '['.repeat(20_000) + ']'.repeat(20_000)],
  ])('is not valid for a %s column that contains %j (C9)', (type, value) => {
    expect(written(type, value)).toBeUndefined();
  });

  it.each([
    ['sea,ship', ['sea', 'ship']],
    ['', []],
  ])('is converted for a list of TypeORM from %j to %j', (value, expected) => {
    expect(written('json', value, { databaseType: 'simple-array' })).toEqual(expected);
  });
});
