import { parseKey } from '../../../../src/pipeline/request/parse-key.js';
import type { ValueType } from '../../../../src/registry/resources/compiled-resource.js';
import { columnOf } from '../../database/columns.js';

const parsed = (type: ValueType, text: string) => parseKey(text, columnOf('id', type));
const uuid = '01234567-89ab-4cde-8f01-23456789abcd';

describe('A key (C1.3)', () => {
  it.each<[ValueType, string, string | number]>([
    ['integer', '0', 0],
    ['integer', '1', 1],
    ['integer', '-1', -1],
    ['integer', '2147483647', 2147483647],
    ['bigint', '0', '0'],
    ['bigint', '9007199254740993', '9007199254740993'],
    ['bigint', '9223372036854775807', '9223372036854775807'],
    ['bigint', '-9223372036854775808', '-9223372036854775808'],
    ['uuid', uuid, uuid],
    ['uuid', uuid.toUpperCase(), uuid],
    ['text', 'a b', 'a b'],
    ['text', '01', '01'],
    ['text', 'é\u{1F600}', 'é\u{1F600}'],
    ['text', 'x'.repeat(255), 'x'.repeat(255)],
  ])('accepts for the type %s %j', (type, text, key) => {
    expect(parsed(type, text)).toBe(key);
  });

  it.each<[ValueType, string]>([
    ...[
      '',
      ' ',
      '1abc',
      '01',
      '-01',
      '1.0',
      '1e0',
      ' 1',
      '1 ',
      '+1',
      '-0',
      '--1',
      '1_0',
      '0x1',
      '١',
      '1\n',
    ].flatMap((text): [ValueType, string][] => [
      ['integer', text],
      ['bigint', text],
    ]),
    ['integer', '2147483648'],
    ['integer', '-2147483648000'],
    ['integer', '9007199254740993'],
    ['bigint', '9223372036854775808'],
    ['bigint', '-9223372036854775809'],
    ['bigint', '1'.repeat(5000)],

    ['uuid', `{${uuid}}`],
    ['uuid', uuid.replaceAll('-', '')],
    ['uuid', `${uuid}\n`],
    ['uuid', ''],
    ['text', ''],
    ['text', 'a\0'],
    ['text', '\ud800'],
    ['text', 'x'.repeat(256)],
    ['boolean', 'true'],
    ['datetime', '2024-01-01'],
    ['decimal', '1'],
  ])('rejects for the type %s %j', (type, text) => {
    expect(parsed(type, text)).toBeUndefined();
  });

  it.each(['smallint', 'int2', 'smallserial'])(
    'is at most what the column can store, in a %s column',
    (databaseType) => {
      const column = columnOf('id', 'integer', { databaseType });
      expect(['32767', '-32767'].map((text) => parseKey(text, column))).toEqual([32767, -32767]);
      expect(['32768', '-32769', '2147483647'].map((text) => parseKey(text, column))).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    },
  );
});
