import type { LibraryApp } from '../../../support/library-app/library-app.js';
import {
  sampleKeys,
  sampleRefusal,
  startSamples,
  type SampleRow,
} from '../../../support/library-app/samples.js';

const code = (digit: string): string => `${digit.repeat(8)}-0000-4000-8000-000000000000`;
const instant = (text: string): Date => new Date(text);

const rows: readonly SampleRow[] = [
  {
    id: 1,
    label: 'draft',
    size: 1,
    amount: '0.900',
    big: '9007199254740993',
    ratio: 0.5,
    flag: true,
  },
  {
    id: 2,
    label: 'Draft',
    size: 5,
    amount: '10.000',
    big: '9007199254740992',
    ratio: -2,
    flag: false,
  },
  { id: 3, label: 'a,b', size: 10, amount: '-1.250', big: '-3', ratio: 1e3, flag: null },
  { id: 4, label: 'draft ', size: -7, amount: '123456789012.001', big: '0' },
  { id: 5, label: '100%', size: 0, amount: '123456789012.002' },
  { id: 6, label: '100_', code: code('a') },
  { id: 7, label: 'null', code: code('b') },
  { id: 8, label: '', day: '2024-02-08', at: instant('2024-02-08T00:00:00.000Z') },
  { id: 9, label: 'Élan', day: '2024-02-09', at: instant('2024-02-08T23:59:59.999Z') },
  { id: 10, day: '2024-03-01', at: instant('2024-02-09T00:00:00.000Z') },
  { id: 11, hidden: true, label: 'draft', size: 5, flag: true, day: '2024-02-08' },
];
const visible = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
const without = (...keys: number[]) => visible.filter((key) => !keys.includes(key));

let samples: LibraryApp;

beforeAll(async () => {
  samples = await startSamples(rows);
});
afterAll(() => samples?.stop());

describe('Matches (C5.6, C1.6)', () => {
  it.each<[string, readonly number[], string]>([
    ['label=draft', [1], 'equality of code points: case and trailing blanks count'],
    ['label=draft%20', [4], 'a trailing blank'],
    ['filter[label]=draft', [1], 'the other spelling'],
    ['label=draft,Draft', [2, 1], 'a list'],
    ['label=null', [10], 'null by the word null'],
    ['label=null,draft', [10, 1], 'in a list too'],
    ['-label=draft', without(1), 'a negation, which keeps null'],
    ['-label=draft,Draft', without(1, 2), 'of a list'],
    ['-label=null', without(10), 'of null'],
    ['-label=null,draft', without(1, 10), 'of a list that contains it'],
    ['filter[-label]=draft', without(1), 'in brackets'],
    ['filter[label][eq]=a,b', [3], 'eq takes a comma literally'],
    ['filter[label][eq]=', [8], 'and the empty string'],
    ['filter[label][in]=draft,null', [10, 1], 'in'],
    ['filter[label][nin]=draft,Draft', without(1, 2), 'nin keeps null'],
    ['filter[label][nin]=draft,null', without(1, 10), 'unless it is listed'],
    ['filter[label][gte]=draft&filter[label][lt]=e', [4, 1], 'strings are ordered by code points'],
    ['filter[label][like]=DRAFT', [4, 2, 1], 'like ignores case'],
    ['filter[label][like]=É', [9], 'beyond ASCII'],
    ['filter[label][like]=e', [], 'and distinguishes accents'],
    ['filter[label][like]=%25', [5], 'a percent sign means itself'],
    ['filter[label][like]=_', [6], 'so does an underscore'],
    ['filter[label][like]=null', [7], 'and the word null'],
    ['filter[-label][like]=a', without(1, 2, 3, 4, 9), 'a negated like keeps null'],

    ['size=5', [2], 'a number'],
    ['size=0', [5], 'zero is a number'],
    ['size=1,9', [2, 1], 'two numbers are a range with both ends'],
    ['size=-7,0', [5, 4], 'below zero'],
    ['-size=1,9', without(1, 2), 'a negated range'],
    ['filter[size][in]=1,10', [3, 1], 'a list of numbers'],
    ['filter[size][gt]=1', [3, 2], 'gt'],
    ['filter[size][gte]=1', [3, 2, 1], 'gte'],
    ['filter[size][lt]=0', [4], 'lt'],
    ['filter[size][lte]=0', [5, 4], 'lte'],
    ['filter[size][gt]=0&filter[size][lt]=10', [2, 1], 'several on one field'],
    ['filter[size][eq]=null', [10, 9, 8, 7, 6], 'null by eq'],

    ['amount=0.9', [1], 'a decimal, written with any digits'],
    ['amount=0.900,10', [2, 1], 'a list of decimals'],
    ['amount=123456789012.001', [4], 'a decimal of many digits'],
    ['filter[amount][lt]=0', [3], 'below zero'],
    ['big=9007199254740993', [1], 'a bigint, more precise than a float'],
    ['big=9007199254740993,-3', [3, 1], 'a list of them'],
    ['filter[big][gte]=9007199254740993', [1], 'and their order'],
    ['ratio=0.5', [1], 'a float'],
    ['ratio=-2,1000', [3, 2], 'a list of floats'],

    ['flag=true', [1], 'yes'],
    ['flag=0', [2], 'no'],
    ['flag=null', without(1, 2), 'null'],
    ['-flag=true', without(1), 'everything except yes'],
    ['filter[flag][in]=true,false', [2, 1], 'a list of both'],

    ['day=2024-02-08', [8], 'a day'],
    ['day=2024-02-08,2024-02-29', [9, 8], 'a range of days'],
    ['filter[day][gt]=2024-02-08', [10, 9], 'after a day'],
    ['at=2024-02-08', [9, 8], 'the instants of one day'],
    ['at=2024-02-08,2024-02-08', [9, 8], 'of a range, its last day included'],
    ['at=2024-02-08T23:59:59.999Z', [9], 'one instant'],
    ['at=2024-02-09T00:59:59.999%2B01:00', [9], 'of another zone'],
    ['at=2024-02-08T00:00:00,2024-02-08T12:00', [8], 'a range of instants'],
    ['filter[at][gt]=2024-02-08', [10], 'after a day'],
    ['filter[at][lte]=2024-02-08', [9, 8], 'to the end of a day'],
    ['filter[at][in]=2024-02-09,2024-02-08T00:00:00Z', [10, 8], 'a list of days and instants'],
    ['-at=2024-02-08', without(8, 9), 'not on that day'],
    ['at=null', without(8, 9, 10), 'null'],

    [`code=${code('a')}`, [6], 'a uuid'],
    [`code=${code('a')},${code('b')}`, [7, 6], 'several'],
    [`filter[code][gt]=${code('a')}`, [7], 'their order'],
    ['filter[code][like]=AAAA', [6], 'a part of one'],
    ['label=draft&size=5', [], 'all of them apply'],
  ])('find by %s the records %j: %s', async (query, keys) => {
    expect(await sampleKeys(samples, query)).toEqual(keys);
  });

  it.each([
    [
      'label=',
      'label',
      'Expected a value at position 0, found nothing. To match the empty string, use [eq].',
    ],
    ['label=a,,b', 'label', 'Expected a value at position 2, found nothing.'],
    ['size=', 'size', 'Expected a value at position 0, found nothing.'],
    ['size=one', 'size', 'Expected a whole number or "null" at position 0, found "one".'],
    ['size=1.5', 'size', 'Expected a whole number or "null" at position 0, found "1.5".'],
    ['size=01', 'size', 'Expected a whole number or "null" at position 0, found "01".'],
    [
      'size=2147483648',
      'size',
      'Expected a whole number from -2147483647 to 2147483647 or "null" at position 0, found "2147483648".',
    ],
    ['size=1,2,3', 'size', 'A range has two ends: "from,to".'],
    ['size=null,3', 'size', 'Comparison operators do not accept null; use "=" or "-".'],
    [
      'filter[size][gt]=null',
      'filter[size][gt]',
      'Comparison operators do not accept null; use "=" or "-".',
    ],
    [
      'filter[size][gt]=1,2',
      'filter[size][gt]',
      'Expected a whole number or "null" at position 0, found "1,2".',
    ],
    ['amount=1e3', 'amount', 'Expected a number or "null" at position 0, found "1e3".'],
    [
      'big=9223372036854775808',
      'big',
      'Expected a whole number from -9223372036854775808 to 9223372036854775807 or "null" at position 0, found "9223372036854775808".',
    ],
    ['flag=yes', 'flag', 'Expected "true", "false" or "null" at position 0, found "yes".'],
    [
      'flag=true,false',
      'flag',
      'Expected "true", "false" or "null" at position 0, found "true,false".',
    ],
    [
      'day=2024-02-30',
      'day',
      'Expected a date such as 2024-02-08 or "null" at position 0, found "2024-02-30".',
    ],
    [
      'day=2024-02-08T00:00:00Z',
      'day',
      'Expected a date such as 2024-02-08 or "null" at position 0, found "2024-02-08T00:00:00Z".',
    ],
    [
      'at=9999-12-31T23:59:59-01:00',
      'at',
      'Expected a date or a timestamp such as 2024-02-08 or 2024-02-08T02:16:20Z or "null" at position 0, found "9999-12-31T23:59:59-01:00".',
    ],
    [
      'at=2024-02-08T02:16:20+02:00',
      'at',
      'Expected a date or a timestamp such as 2024-02-08 or 2024-02-08T02:16:20Z or "null" at position 0, found "2024-02-08T02:16:20 02:00". Write "+" as %2B in a URL.',
    ],
    ['code=abc', 'code', 'Expected a UUID or "null" at position 0, found "abc".'],
    [
      'filter[size][like]=1',
      'filter[size][like]',
      'The operator "like" is not supported for "size", which is matched as between. Allowed: eq, gt, gte, lt, lte, in, nin.',
    ],
    ['label=a&label=b', 'label', '"label" is given twice; it may be given only once.'],
    [
      'label=a&filter[label]=b',
      'filter[label]',
      '"filter[label]" is the same condition as "label"; give only one of them.',
    ],
  ])('reject %s under %s, with what is allowed: %s (C5.2)', async (query, parameter, message) => {
    expect(await sampleRefusal(samples, query)).toEqual([parameter, message]);
  });

  it('accept every instant in the form of responses (C1.6)', async () => {
    const { body } = await samples.get<{
      data: { id: string; attributes: { at: string | null } }[];
    }>('samples');
    for (const { id, attributes } of body.data.filter((each) => each.attributes.at !== null))
      expect(await sampleKeys(samples, `at=${attributes.at}`)).toEqual([Number(id)]);
  });
});

describe('The last day that a column can store (C5.6)', () => {
  let lasting: LibraryApp;
  beforeAll(async () => {
    lasting = await startSamples([
      { id: 1, day: '9999-12-31', at: instant('9999-12-31T23:59:59.999Z') },
      { id: 2, day: '9999-12-30', at: instant('9999-12-31T23:59:59.998Z') },
      { id: 3 },
    ]);
  });
  afterAll(() => lasting?.stop());

  it.each<[string, readonly number[]]>([
    ['day=9999-12-31', [1]],
    ['-day=9999-12-31', [3, 2]],
    ['day=9999-12-30,9999-12-31', [2, 1]],
    ['filter[day][gt]=9999-12-31', []],
    ['filter[day][gte]=9999-12-31', [1]],
    ['filter[day][lt]=9999-12-31', [2]],
    ['filter[day][lte]=9999-12-31', [2, 1]],
    ['at=9999-12-31', [2, 1]],
    ['at=9999-12-31T23:59:59.999Z', [1]],
    ['filter[at][gt]=9999-12-31T23:59:59.998Z', [1]],
    ['filter[at][gt]=9999-12-31', []],
    ['filter[at][lte]=9999-12-31', [2, 1]],
  ])('is matched like any other: %s finds %j', async (query, keys) => {
    expect(await sampleKeys(lasting, query)).toEqual(keys);
  });
});
