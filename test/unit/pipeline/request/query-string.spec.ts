import { parseQueryString } from '../../../../src/pipeline/request/query-string.js';
import { refused } from './rejected.js';

describe('The query string', () => {
  it.each([
    [
      'a=1&b=2',
      [
        ['a', '1'],
        ['b', '2'],
      ],
      'is split at & and the first =',
    ],
    ['a=b=c', [['a', 'b=c']], 'keeps a = inside a value'],
    ['a', [['a', '']], 'reads a parameter without = as empty'],
    ['a=', [['a', '']], 'accepts an empty value'],
    [
      'b=1&a=2&b=3',
      [
        ['b', '1'],
        ['a', '2'],
        ['b', '3'],
      ],
      'keeps order and repetition',
    ],
    ['a=x+y%20z', [['a', 'x y z']], 'reads + as a blank'],
    ['a=%2B%26%3D', [['a', '+&=']], 'decodes after it splits'],
    ['page%5Bnumber%5D=2', [['page[number]', '2']], 'decodes names'],
    ['a=%C3%9F%F0%9F%8D%8B', [['a', 'ß🍋']], 'decodes UTF-8'],
    ['a=🍋', [['a', '🍋']], 'keeps a whole surrogate pair'],
    [
      '&a=1&&b=2&',
      [
        ['a', '1'],
        ['b', '2'],
      ],
      'ignores empty pairs',
    ],
    ['__proto__=1', [['__proto__', '1']], 'has no special names'],
  ])('is read for %s as %j: it %s (C5.2)', (text, parameters) => {
    expect(parseQueryString(text)).toEqual(parameters);
  });

  it.each([
    ['include=a%zz', 'include', 'a "%" that begins no escape', '"%zz" at position 1'],
    ['include=a%', 'include', 'a "%" at the end', '"%" at position 1'],
    ['include=abc%4', 'include', 'half an escape', '"%4" at position 3'],
    ['include=ok%C3%9F%C3', 'include', 'a cut UTF-8 sequence', '"%C3" at position 8'],
    ['include=%C0%80', 'include', 'an overlong encoding', '"%C0%80" at position 0'],
    ['include=%ED%A0%80', 'include', 'an encoded lone surrogate', '"%ED%A0%80" at position 0'],
    ['%FF=1', '%FF', 'an undecodable name', '"%FF" at position 0'],
    [
      'include=ab%00',
      'include',
      'an encoded NUL',
      'NUL character at position 2, which is not allowed',
    ],
    ['include=ab\0', 'include', 'a raw NUL', 'NUL character at position 2, which is not allowed'],
    [
      'include=ab\uD800c',
      'include',
      'a raw lone surrogate',
      'lone surrogate at position 2, which is not allowed',
    ],
    ['a%00=1', 'a%00', 'a NUL in a name', 'NUL character at position 1, which is not allowed'],
    [
      '\uDC00=1',
      '\uFFFD',
      'a lone surrogate in a name',
      'lone surrogate at position 0, which is not allowed',
    ],
  ])(
    'is rejected with 400: %j under %j: %s, with its place (C1.7, C5.2)',
    (query, parameter, _why, message) => {
      expect(refused(query)).toMatchObject({
        status: 400,
        code: 'invalid_query',
        parameter,
        text: expect.stringContaining(message),
      });
    },
  );
});
