import { ReceivedFile } from '../../../src/rules/received-file.js';
import { contextIn, ruleSet } from '../../unit/rules/rule-set.js';

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

/** Runs of which the quickest counts: the machine's other work only ever adds. */
const ATTEMPTS = 30;

/** Milliseconds of the processor. */
async function quickest(run: () => Promise<unknown>, enough: number): Promise<number> {
  let best = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && best >= enough; attempt++) {
    const start = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

/** What one rule takes too long for: the kind of value, where it was sent, and the milliseconds. */
async function slowValues(rule: string, most: number): Promise<readonly unknown[]> {
  const set = ruleSet({ x: [rule], 'y.*': [rule] });
  const slow: unknown[] = [];
  for (const [kind, value] of hostile)
    for (const values of [{ x: value }, { y: value }, { y: Array(ITEMS).fill(1), a: value }]) {
      const time = await quickest(() => set.check(values, contextIn()), most);
      if (time >= most) slow.push([kind, Object.keys(values), time]);
    }
  return slow;
}

/**
 * Prints, as one line of JSON, what each of the rules of `RULES` takes `MOST_MILLISECONDS` or more
 * for.
 */
const rules = JSON.parse(process.env.RULES!) as readonly string[];
const found: Record<string, readonly unknown[]> = {};
for (const rule of rules)
  found[rule] = await slowValues(rule, Number(process.env.MOST_MILLISECONDS));
console.log(JSON.stringify(found));
