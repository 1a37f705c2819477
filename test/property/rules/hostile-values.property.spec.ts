import { ReceivedFile } from '../../../src/rules/received-file.js';
import { contextIn, ruleSet } from '../../unit/rules/rule-set.js';
import { ruleCases } from '../../unit/rules/rule-cases.js';

const SIZE = 100 * 1024;
/** As many as are checked; a list of more is refused at once. */
const ITEMS = 1000;
const fill = (part: string): string => part.repeat(Math.ceil(SIZE / part.length)).slice(0, SIZE);

function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = wrap(value);
  return value;
}

/** 100 KB, or what is worse than its length. */
const hostile: readonly (readonly [string, unknown])[] = [
  ...['a', ' ', '9', '@', 'a.', ':', '/', '\\', '[', 'é', 'a-'].map(
    (part) => [`text of ${JSON.stringify(part)}`, fill(part)] as const,
  ),
  ['an address without end', `ann@${fill('a.')}`],
  ['a local part without end', `${fill('a')}@example.com`],
  ['a URL without end', `https://example.com/${fill('a/')}`],
  ['a number in text', `1.${fill('0')}`],
  ['a date without end', `2024-01-01T00:00:00.${fill('0')}Z`],
  ['JSON in text', `[${fill('1,')}1]`],
  ['JSON nested in text', fill('[')],
  ['half of a surrogate pair', fill('\ud800')],
  ['a long list', Array.from({ length: SIZE / 8 }, () => ({ a: 1 }))],
  ['a list of numbers', Array.from({ length: ITEMS }, (_none, index) => index)],
  ['a list of one text', Array(ITEMS).fill('a')],
  ['a list of lists', Array(ITEMS).fill([])],
  ['a list of objects', Array.from({ length: ITEMS }, () => ({ a: 1 }))],
  [
    'an object of many members',
    Object.fromEntries(Array.from({ length: SIZE / 8 }, (_none, index) => [`k${index}`, 1])),
  ],
  ['lists in lists', nested(SIZE / 2, (inner) => [inner])],
  ['objects in objects', nested(SIZE / 6, (a) => ({ a }))],
  [
    'keys of prototypes',
    JSON.parse('{"__proto__":{"a":1},"constructor":1,"hasOwnProperty":1,"toString":1,"length":-1}'),
  ],
  ['the largest number', Number.MAX_VALUE],
  ['the smallest number', Number.MIN_VALUE],
  ['no number', Number.NaN],
  ['infinity', Infinity],
  ['a date that is none', new Date(Number.NaN)],
  ['a file of no type', new ReceivedFile('', 0, null, null)],
];

const MOST_MILLISECONDS = 20;
const ATTEMPTS = 30;

const rules = new Map(
  [
    ...ruleCases.map(({ rule }) => rule),
    'regex:^(a+)+$',
    'regex:(.*)*(.*)*(.*)*x',
    'not_regex:\\s+$',
    'nullable',
    'exclude_if:a,1',
  ].map((rule) => [rule, ruleSet({ x: [rule], 'y.*': [rule] })] as const),
);

/** Milliseconds of the processor, in the quickest of a few runs: the machine's other work only ever adds. */
async function quickest(run: () => Promise<unknown>): Promise<number> {
  let best = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && best >= MOST_MILLISECONDS; attempt++) {
    const start = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

describe('100 KB of anything', () => {
  it.each([...rules.keys()])(`is answered within ${MOST_MILLISECONDS} ms by %s, and never by a throw`, async (rule) => {
    const set = rules.get(rule)!;
    const slow: unknown[] = [];
    for (const [kind, value] of hostile)
      for (const values of [{ x: value }, { y: value }, { y: Array(ITEMS).fill(1), a: value }]) {
        const time = await quickest(() => set.check(values, contextIn()));
        if (time >= MOST_MILLISECONDS) slow.push([kind, Object.keys(values), time]);
      }
    expect(slow).toEqual([]);
  });
});
