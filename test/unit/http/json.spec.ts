import fc from 'fast-check';
import { findJsonFault } from '../../../src/http/json/find-json-fault.js';
import { isDeeperThan } from '../../../src/base/is-deeper-than.js';
import { parseJsonBody } from '../../../src/http/json/parse-json-body.js';
import { examples } from '../../support/examples.js';
import { resultsOf } from '../../support/results-of.js';

const growthOf = resultsOf('test/unit/http/count-json-steps.ts');

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

  it('finds a fault in exactly the strings that JSON.parse rejects (C9)', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string(), fc.json()), (text) => {
        fc.pre(!text.includes('__proto__'));
        expect(findJsonFault(text, 100) === undefined).toBe(isJson(text));
      }),
      examples(3_000),
    );
  });

  it('returns the first excess character, or one past the end (C9)', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, at) => {
        const cut = at % text.length;
        const fault = findJsonFault(`${text.slice(0, cut)}\u0001`, 100);
        expect(fault?.position).toBeLessThanOrEqual(cut);
      }),
    );
  });

  it('runs a number of steps linear in the length of the string (C12)', async () => {
    expect(await growthOf('findJsonFault')).toBeLessThan(40);
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
  ])('returns the depth %i for %j (C12)', (depth, value) => {
    expect(isDeeperThan(depth, value)).toBe(false);
    if (depth > 0) expect(isDeeperThan(depth - 1, value)).toBe(true);
  });

  it('handles 200,000 levels (C12)', () => {
    let value: unknown = 1;
    for (let level = 0; level < 200_000; level++) value = [value];
    expect(isDeeperThan(32, value)).toBe(true);
    expect(isDeeperThan(200_000, value)).toBe(false);
  });
});

describe('parseJsonBody', () => {
  it('reads the same values as JSON.parse (C1.7)', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        fc.pre(!text.includes('__proto__'));
        expect(parseJsonBody(Buffer.from(text), 32)).toEqual(JSON.parse(text));
      }),
    );
  });
});
