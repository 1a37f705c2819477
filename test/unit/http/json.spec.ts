import { countSteps } from '../../support/count-steps.js';
import fc from 'fast-check';
import { findJsonFault } from '../../../src/http/json/find-json-fault.js';
import { isDeeperThan } from '../../../src/rules/is-deeper-than.js';
import { parseJsonBody } from '../../../src/http/json/parse-json-body.js';

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('findJsonFault', () => {
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '"a"',
    '\\',
    '1',
    '-',
    '01',
    '.5',
    '1.5e3',
    'true',
    'nul',
    ' ',
    '\n',
    '\t',
    '\u0001',
    '\\u00e9',
  ];
  const hostile = fc
    .array(fc.constantFrom(...pieces), { maxLength: 15 })
    .map((all) => all.join(''));

  it('C9: finds a fault in exactly the texts that JSON.parse refuses', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string(), fc.json()), (text) => {
        fc.pre(!text.includes('__proto__'));
        expect(findJsonFault(text, 100) === undefined).toBe(isJson(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('C9: points at the first character that is too much, or one past the end', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, at) => {
        const cut = at % text.length;
        const fault = findJsonFault(`${text.slice(0, cut)}\u0001`, 100);
        expect(fault?.position).toBeLessThanOrEqual(cut);
      }),
    );
  });

  it('C12: takes steps linear in the length of the text', async () => {
    const stepsOf = (length: number) =>
      countSteps(() => findJsonFault('['.repeat(length) + '"'.repeat(length), Infinity));
    await stepsOf(10_000);
    expect((await stepsOf(320_000)) / (await stepsOf(10_000))).toBeLessThan(40);
  });
});

describe('isDeeperThan', () => {
  const nested = (depth: number): unknown =>
    depth === 0 ? 1 : depth % 2 ? [nested(depth - 1)] : { a: nested(depth - 1) };

  it.each([
    [0, 'scalar'],
    [1, []],
    [1, {}],
    [2, { a: [1, 2], b: {} }],
    [7, nested(7)],
  ])('C12: the depth is %i for %j', (depth, value) => {
    expect(isDeeperThan(depth, value)).toBe(false);
    if (depth > 0) expect(isDeeperThan(depth - 1, value)).toBe(true);
  });

  it('C12: 200,000 levels do not break it', () => {
    let value: unknown = 1;
    for (let level = 0; level < 200_000; level++) value = [value];
    expect(isDeeperThan(32, value)).toBe(true);
    expect(isDeeperThan(200_000, value)).toBe(false);
  });
});

describe('parseJsonBody', () => {
  it('C1.7: reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        fc.pre(!text.includes('__proto__'));
        expect(parseJsonBody(Buffer.from(text), 32)).toEqual(JSON.parse(text));
      }),
    );
  });
});
