import { ReceivedFile } from '../../../src/rules/values/received-file.js';

/** Letters; a body of JSON may have twice as many. */
const SIZE = 500_000;
/** As many items as are checked; a longer list is rejected at once. */
const ITEMS = 1000;

function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = wrap(value);
  return value;
}

/**
 * Values by their kind, as large as can be sent, or harder than their length suggests.
 *
 * @param share of the size and of the items
 */
export function hostileValues(share: number): readonly (readonly [string, unknown])[] {
  const [size, items] = [SIZE * share, ITEMS * share];
  const fill = (part: string): string => part.repeat(Math.ceil(size / part.length)).slice(0, size);
  return [
    ...['a', ' ', '9', '@', 'a.', ':', '/', '\\', '[', 'é', 'a-'].map(
      (part) => [`text of ${JSON.stringify(part)}`, fill(part)] as const,
    ),
    ['an address without end', `ann@${fill('a.')}`],
    ['a local part without end', `${fill('a')}@example.com`],
    ['a URL without end', `https://example.com/${fill('a/')}`],
    ['a number in a string', `1.${fill('0')}`],
    ['a date without end', `2024-01-01T00:00:00.${fill('0')}Z`],
    ['JSON in a string', `[${fill('1,')}1]`],
    ['nested JSON in a string', fill('[')],
    ['half of a surrogate pair', fill('\ud800')],
    ['a long list', Array.from({ length: size / 8 }, () => ({ a: 1 }))],
    ['a list of numbers', Array.from({ length: items }, (_none, index) => 1000 + index)],
    ['a list of one string', Array(items).fill('a')],
    ['a list of lists', Array(items).fill([])],
    ['a list of objects', Array.from({ length: items }, () => ({ a: 1 }))],
    [
      'an object of many members',
      Object.fromEntries(Array.from({ length: size / 8 }, (_none, index) => [`k${index}`, 1])),
    ],
    ['lists in lists', nested(size / 2, (inner) => [inner])],
    ['objects in objects', nested(size / 6, (a) => ({ a }))],
    [
      'keys of prototypes',
      JSON.parse(
        '{"__proto__":{"a":1},"constructor":1,"hasOwnProperty":1,"toString":1,"length":-1}',
      ),
    ],
    ['the largest number', Number.MAX_VALUE],
    ['the smallest number', Number.MIN_VALUE],
    ['NaN', Number.NaN],
    ['infinity', Infinity],
    ['an invalid date', new Date(Number.NaN)],
    ['a file without a type', new ReceivedFile('', 0, null, null)],
  ];
}
