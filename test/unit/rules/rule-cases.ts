import { ReceivedFile } from '../../../src/rules/values/received-file.js';

/** The field is absent. */
export const ABSENT = Symbol('absent');

/** A rule of the field `x`, and values that it accepts and refuses. */
export interface RuleCase {
  readonly rule: string;
  /** Other rules of the field. */
  readonly beside?: readonly string[];
  /** The fields beside it. */
  readonly siblings?: Readonly<Record<string, unknown>>;
  readonly accepts: readonly unknown[];
  readonly refuses: readonly unknown[];
  /** The message of the error. */
  readonly text: string;
}

export const pngFile = new ReceivedFile(
  '/spool/1',
  2048,
  { extension: 'png', mime: 'image/png' },
  { width: 300, height: 200 },
);
const pdfFile = new ReceivedFile(
  '/spool/2',
  2048,
  { extension: 'pdf', mime: 'application/pdf' },
  null,
);
const unknownFile = new ReceivedFile('/spool/3', 5 * 1024 * 1024, null, null);
const pretended = {
  path: '/etc/passwd',
  size: 1,
  type: { extension: 'png', mime: 'image/png' },
  dimensions: { width: 1, height: 1 },
};

const uuid4 = '2410cc19-24de-4fe9-80df-a0d8cd88a472';
const uuid7 = '01890a5d-ac96-774b-bcce-b302099a8057';
const noText = [5, true, null, [], ['a'], {}];
const nothing = [null, '', '   ', []];
const something = ['a', 0, false, {}, [0], pngFile];
const role = { role: 'admin' };

const required = 'The x field is required';
const present = 'The x field must be present';
const missing = 'The x field must be missing';
const prohibited = 'The x field is prohibited';

export const ruleCases: readonly RuleCase[] = [
  { rule: 'required', accepts: something, refuses: [ABSENT, ...nothing], text: `${required}.` },
  {
    rule: 'required_if:role,admin,2',
    siblings: role,
    accepts: something,
    refuses: [ABSENT, ...nothing],
    text: `${required} when role is admin, 2.`,
  },
  {
    rule: 'required_unless:role,guest',
    siblings: role,
    accepts: something,
    refuses: [ABSENT, ...nothing],
    text: `${required} unless role is guest.`,
  },
  {
    rule: 'required_with:a,b',
    siblings: { b: 1 },
    accepts: something,
    refuses: [ABSENT, ...nothing],
    text: `${required} when a, b is given.`,
  },
  {
    rule: 'required_with_all:a,b',
    siblings: { a: 1, b: 1 },
    accepts: something,
    refuses: [ABSENT, ...nothing],
    text: `${required} when a, b are given.`,
  },
  {
    rule: 'required_without:a,b',
    siblings: { b: 1 },
    accepts: something,
    refuses: [ABSENT, ...nothing],
    text: `${required} when a, b is not given.`,
  },
  {
    rule: 'required_without_all:a,b',
    siblings: { a: '' },
    accepts: something,
    refuses: [ABSENT, ...nothing],
    text: `${required} when none of a, b are given.`,
  },
  {
    rule: 'required_if_accepted:a',
    siblings: { a: true },
    accepts: something,
    refuses: [ABSENT, ...nothing],
    text: `${required} when a is accepted.`,
  },
  {
    rule: 'required_if_declined:a',
    siblings: { a: 'no' },
    accepts: something,
    refuses: [ABSENT, ...nothing],
    text: `${required} when a is declined.`,
  },
  { rule: 'present', accepts: [...something, ...nothing], refuses: [ABSENT], text: `${present}.` },
  {
    rule: 'present_if:role,admin',
    siblings: role,
    accepts: nothing,
    refuses: [ABSENT],
    text: `${present} when role is admin.`,
  },
  {
    rule: 'present_unless:role,guest',
    siblings: role,
    accepts: nothing,
    refuses: [ABSENT],
    text: `${present} unless role is guest.`,
  },
  {
    rule: 'present_with:a',
    siblings: { a: null },
    accepts: nothing,
    refuses: [ABSENT],
    text: `${present} when a is given.`,
  },
  {
    rule: 'present_with_all:a,b',
    siblings: { a: 1, b: '' },
    accepts: nothing,
    refuses: [ABSENT],
    text: `${present} when a, b are given.`,
  },
  { rule: 'missing', accepts: [ABSENT], refuses: [...something, ...nothing], text: `${missing}.` },
  {
    rule: 'missing_if:role,admin',
    siblings: role,
    accepts: [ABSENT],
    refuses: something,
    text: `${missing} when role is admin.`,
  },
  {
    rule: 'missing_unless:role,guest',
    siblings: role,
    accepts: [ABSENT],
    refuses: something,
    text: `${missing} unless role is guest.`,
  },
  {
    rule: 'missing_with:a',
    siblings: { a: null },
    accepts: [ABSENT],
    refuses: something,
    text: `${missing} when a is given.`,
  },
  {
    rule: 'missing_with_all:a,b',
    siblings: { a: 1, b: 1 },
    accepts: [ABSENT],
    refuses: something,
    text: `${missing} when a, b are given.`,
  },
  { rule: 'prohibited', accepts: [ABSENT, ...nothing], refuses: something, text: `${prohibited}.` },
  {
    rule: 'prohibited_if:role,admin',
    siblings: role,
    accepts: [ABSENT, ...nothing],
    refuses: something,
    text: `${prohibited} when role is admin.`,
  },
  {
    rule: 'prohibited_unless:role,guest',
    siblings: role,
    accepts: [ABSENT, ...nothing],
    refuses: something,
    text: `${prohibited} unless role is guest.`,
  },
  {
    rule: 'prohibited_if_accepted:a',
    siblings: { a: 'on' },
    accepts: [ABSENT, ...nothing],
    refuses: something,
    text: `${prohibited} when a is accepted.`,
  },
  {
    rule: 'prohibited_if_declined:a',
    siblings: { a: false },
    accepts: [ABSENT, ...nothing],
    refuses: something,
    text: `${prohibited} when a is declined.`,
  },
  {
    rule: 'prohibits:a,b',
    siblings: { b: 1 },
    accepts: [ABSENT, ...nothing],
    refuses: something,
    text: 'The x field prohibits a, b from being given.',
  },
  {
    rule: 'filled',
    accepts: [ABSENT, ...something],
    refuses: nothing,
    text: 'The x field must have a value.',
  },
  {
    rule: 'accepted',
    accepts: [true, 1, '1', 'true', 'yes', 'on'],
    refuses: [ABSENT, null, false, 0, 'no', 'TRUE', 2, [true]],
    text: 'The x field must be accepted.',
  },
  {
    rule: 'accepted_if:role,admin',
    siblings: role,
    accepts: [true, 'on'],
    refuses: [ABSENT, null, false, 'no'],
    text: 'The x field must be accepted when role is admin.',
  },
  {
    rule: 'declined',
    accepts: [false, 0, '0', 'false', 'no', 'off'],
    refuses: [ABSENT, null, true, 1, 'yes', 'OFF', [false]],
    text: 'The x field must be declined.',
  },
  {
    rule: 'declined_if:role,admin',
    siblings: role,
    accepts: [false, 'off'],
    refuses: [ABSENT, null, true, 'yes'],
    text: 'The x field must be declined when role is admin.',
  },

  {
    rule: 'string',
    accepts: [ABSENT, '', 'a', '5'],
    refuses: noText,
    text: 'The x field must be a string.',
  },
  {
    rule: 'integer',
    accepts: [0, -3, 9007199254740991],
    refuses: ['5', 1.5, 9007199254740992, 1e300, null, true, '', [1]],
    text: 'The x field must be an integer.',
  },
  {
    rule: 'numeric',
    accepts: [0, -3.5, 1e300],
    refuses: ['5', null, true, '', [1], {}],
    text: 'The x field must be a number.',
  },
  {
    rule: 'boolean',
    accepts: [true, false],
    refuses: [0, 1, 'true', '', null, []],
    text: 'The x field must be true or false.',
  },
  {
    rule: 'array',
    accepts: [[], [1, 'a']],
    refuses: [{}, 'a', null, 1],
    text: 'The x field must be a list.',
  },
  {
    rule: 'array:sku,qty',
    accepts: [[], [{ sku: 1 }, { qty: 2, sku: 3 }, {}]],
    refuses: [[{ price: 1 }], [1], [[]], {}],
    text: 'The x field must be a list.',
  },
  {
    rule: 'list',
    accepts: [[], [1, 'a']],
    refuses: [{}, 'a', null, 1],
    text: 'The x field must be a list.',
  },
  {
    rule: 'object',
    accepts: [{}, { a: 1 }],
    refuses: [[], 'a', null, 1],
    text: 'The x field must be an object.',
  },
  {
    rule: 'json',
    accepts: [{}, [], { a: [1] }, '{"a":1}', '[]'],
    refuses: ['a', '', '{', '5', 5, true, null],
    text: 'The x field must be valid JSON.',
  },

  {
    rule: 'email',
    accepts: ['ann@example.com', 'Ann@Example.COM', ' ann@example.com\n'],
    refuses: ['ann', 'ann@', '@example.com', 'a b@example.com', 'ann@localhost', '', ...noText],
    text: 'The x field must be a valid email address.',
  },
  {
    rule: 'url',
    accepts: [
      'https://example.com/a?b=c#d',
      'http://localhost:3000',
      'HTTPS://example.com',
      'http://[::1]:80/',
      'https://user@example.com/a//b',
      'https://example.com/?to=http:evil.com',
    ],
    refuses: [
      'http:evil.com',
      'https:evil.com',
      'http:/evil.com',
      'http:///evil.com',
      'http:\\\\evil.com',
      'http:/\\evil.com',
      'http://\\evil.com',
      'https://good.com\\@evil.com',
      'http:user@evil.com',
      'http:80',
      '//evil.com',
      'http://good.com:99999',
      'example.com',
      'javascript:alert(1)',
      'ftp://example.com',
      'https://',
      'https://a b',
      '',
      ...noText,
    ],
    text: 'The x field must be a valid URL.',
  },
  {
    rule: 'uuid',
    accepts: [uuid4, uuid7, uuid4.toUpperCase(), '00000000-0000-0000-0000-000000000000'],
    refuses: [
      '2410cc19',
      uuid4.replace(/-/g, ''),
      `${uuid4}0`,
      '2410cc19-24de-0fe9-80df-a0d8cd88a472',
      '',
      ...noText,
    ],
    text: 'The x field must be a valid UUID.',
  },
  {
    rule: 'uuid:4',
    accepts: [uuid4],
    refuses: [uuid7, ''],
    text: 'The x field must be a valid UUID.',
  },
  {
    rule: 'ulid',
    accepts: ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '01arz3ndektsv4rrffq69g5fav'],
    refuses: [
      '01ARZ3NDEKTSV4RRFFQ69G5FA',
      '81ARZ3NDEKTSV4RRFFQ69G5FAV',
      '01ARZ3NDEKTSV4RRFFQ69G5FAI',
      '',
      ...noText,
    ],
    text: 'The x field must be a valid ULID.',
  },
  {
    rule: 'ip',
    accepts: ['127.0.0.1', '::1', 'fe80::1%eth0'],
    refuses: ['256.0.0.1', '1.2.3', ':::', '', ...noText],
    text: 'The x field must be a valid IP address.',
  },
  {
    rule: 'ipv4',
    accepts: ['127.0.0.1'],
    refuses: ['::1', '01.2.3.4', '', ...noText],
    text: 'The x field must be a valid IPv4 address.',
  },
  {
    rule: 'ipv6',
    accepts: ['::1', '2001:db8::ff00:42:8329'],
    refuses: ['127.0.0.1', '', ...noText],
    text: 'The x field must be a valid IPv6 address.',
  },
  {
    rule: 'mac_address',
    accepts: ['00:1A:2b:3c:4d:5e', '00-1a-2b-3c-4d-5e', '001a.2b3c.4d5e'],
    refuses: ['00:1a:2b:3c:4d', '00:1a-2b:3c:4d:5e', '', ...noText],
    text: 'The x field must be a valid MAC address.',
  },
  {
    rule: 'hex_color',
    accepts: ['#f80', '#FF8800', '#ff8800cc', '#f80c'],
    refuses: ['ff8800', '#ff880', '#ggg', '', ...noText],
    text: 'The x field must be a hexadecimal color.',
  },
  {
    rule: 'alpha',
    accepts: ['abcXYZ'],
    refuses: ['a1', 'é', 'a b', '', ...noText],
    text: 'The x field must only contain letters.',
  },
  {
    rule: 'alpha_num',
    accepts: ['abc123'],
    refuses: ['a-1', 'é', '', ...noText],
    text: 'The x field must only contain letters and numbers.',
  },
  {
    rule: 'alpha_dash',
    accepts: ['abc-12_3'],
    refuses: ['a b', 'é', 'a\n', '', ...noText],
    text: 'The x field must only contain letters, numbers, dashes, and underscores.',
  },
  {
    rule: 'ascii',
    accepts: ['a b~', '\n'],
    refuses: ['é', '😀', '', ...noText],
    text: 'The x field must only contain ASCII characters.',
  },
  {
    rule: 'lowercase',
    accepts: ['abc1', 'ß', ''],
    refuses: ['aBc', 'É', ...noText],
    text: 'The x field must be lowercase.',
  },
  {
    rule: 'uppercase',
    accepts: ['ABC1', 'É', ''],
    refuses: ['AbC', 'é', ...noText],
    text: 'The x field must be uppercase.',
  },
  {
    rule: 'timezone',
    accepts: ['Europe/Vienna', 'UTC'],
    refuses: ['Europe/Wien', '', ...noText],
    text: 'The x field must be a valid time zone.',
  },
  {
    rule: 'country',
    accepts: ['AT', 'US'],
    refuses: ['at', 'XX', 'AUT', '', ...noText],
    text: 'The x field must be a country code.',
  },
  {
    rule: 'starts_with:a.,b',
    accepts: ['a.c', 'b'],
    refuses: ['ab', 'cb', '', ...noText],
    text: 'The x field must start with one of: a., b.',
  },
  {
    rule: 'ends_with:.a,b',
    accepts: ['c.a', 'b'],
    refuses: ['a', 'bc', '', ...noText],
    text: 'The x field must end with one of: .a, b.',
  },
  {
    rule: 'doesnt_start_with:a.,b',
    accepts: ['ab', '', 'c'],
    refuses: ['a.c', 'b', ...noText],
    text: 'The x field must not start with one of: a., b.',
  },
  {
    rule: 'doesnt_end_with:.a,b',
    accepts: ['a', '', 'c'],
    refuses: ['c.a', 'b', ...noText],
    text: 'The x field must not end with one of: .a, b.',
  },
  {
    rule: 'regex:^[a-z0-9]+(?:-[a-z0-9]+)*$',
    accepts: ['a-slug-1'],
    refuses: ['-a', 'A', '', ...noText],
    text: 'The x field format is invalid.',
  },
  {
    rule: 'regex:/^[a-z]+$/i',
    accepts: ['aB'],
    refuses: ['a1', ''],
    text: 'The x field format is invalid.',
  },
  {
    rule: 'not_regex:[<>]',
    accepts: ['a', ''],
    refuses: ['<b>', ...noText],
    text: 'The x field format is invalid.',
  },

  {
    rule: 'min:3',
    accepts: ['abc', 3, 3.5, [1, 2, 3], { a: 1, b: 2, c: 3 }],
    refuses: [true, null],
    text: 'The x field must be at least 3.',
  },
  {
    rule: 'min:3',
    beside: ['string'],
    accepts: ['abc', '😀😀😀'],
    refuses: ['ab', '', '😀'],
    text: 'The x field must be at least 3 characters.',
  },
  {
    rule: 'min:3',
    beside: ['integer'],
    accepts: [3, 4],
    refuses: [2, -3],
    text: 'The x field must be at least 3.',
  },
  {
    rule: 'max:3',
    beside: ['array'],
    accepts: [[], [1, 2, 3]],
    refuses: [[1, 2, 3, 4]],
    text: 'The x field must not have more than 3 items.',
  },
  {
    rule: 'max:3',
    beside: ['string'],
    accepts: ['abc', '😀😀😀', ''],
    refuses: ['abcd'],
    text: 'The x field must not be greater than 3 characters.',
  },
  {
    rule: 'max:3',
    beside: ['file'],
    accepts: [pngFile],
    refuses: [unknownFile],
    text: 'The x field must not be greater than 3 kilobytes.',
  },
  {
    rule: 'size:2',
    beside: ['object'],
    accepts: [{ a: 1, b: 2 }],
    refuses: [{}, { a: 1 }],
    text: 'The x field must have exactly 2 members.',
  },
  {
    rule: 'size:2.5',
    beside: ['numeric'],
    accepts: [2.5],
    refuses: [2, 2.51],
    text: 'The x field must be exactly 2.5.',
  },
  {
    rule: 'between:1,500',
    beside: ['integer'],
    accepts: [1, 500],
    refuses: [0, 501],
    text: 'The x field must be between 1 and 500.',
  },
  {
    rule: 'between:2,3',
    beside: ['string'],
    accepts: ['ab', 'abc'],
    refuses: ['a', 'abcd'],
    text: 'The x field must be between 2 and 3 characters.',
  },
  {
    rule: 'gt:2',
    beside: ['numeric'],
    accepts: [2.1, 3],
    refuses: [2, -1],
    text: 'The x field must be greater than 2.',
  },
  {
    rule: 'gt:2',
    beside: ['array'],
    accepts: [[1, 2, 3]],
    refuses: [[1, 2]],
    text: 'The x field must have more than 2 items.',
  },
  {
    rule: 'gt:a',
    beside: ['integer'],
    siblings: { a: 2 },
    accepts: [3],
    refuses: [2, 1],
    text: 'The x field must be greater than a.',
  },
  {
    rule: 'gte:2',
    beside: ['string'],
    accepts: ['ab'],
    refuses: ['a'],
    text: 'The x field must be greater than or equal to 2 characters.',
  },
  {
    rule: 'lt:a',
    beside: ['string'],
    siblings: { a: 'abc' },
    accepts: ['ab', ''],
    refuses: ['abc', 'xyz1'],
    text: 'The x field must be less than a characters.',
  },
  {
    rule: 'lt:2',
    beside: ['string'],
    accepts: ['a', ''],
    refuses: ['ab'],
    text: 'The x field must be less than 2 characters.',
  },
  {
    rule: 'lte:2',
    beside: ['numeric'],
    accepts: [2, -9],
    refuses: [2.1],
    text: 'The x field must be less than or equal to 2.',
  },
  {
    rule: 'digits:4',
    accepts: [1234, '0001'],
    refuses: [123, 12345, -1234, '12a4', '١٢٣٤', 12.5, '', null, true],
    text: 'The x field must be 4 digits.',
  },
  {
    rule: 'min_digits:2',
    accepts: [12, '01', 12345],
    refuses: [1, '1', -12, null],
    text: 'The x field must have at least 2 digits.',
  },
  {
    rule: 'max_digits:2',
    accepts: [0, 12, '01'],
    refuses: [123, '001', '', -1, null],
    text: 'The x field must not have more than 2 digits.',
  },
  {
    rule: 'digits_between:2,3',
    accepts: [12, '012'],
    refuses: [1, '0123', null],
    text: 'The x field must be between 2 and 3 digits.',
  },
  {
    rule: 'decimal',
    accepts: [1, 1.25, '1.250', '-3'],
    refuses: ['a', '1e3', '.5', '1.', '', null, true],
    text: 'The x field must be a number with 0-400 decimal places.',
  },
  {
    rule: 'decimal:2',
    accepts: ['9.90', '-0.05', 9.9, 9],
    refuses: ['9.9', '9', 9.999, '9.999', 'a', null],
    text: 'The x field must be a number with 2 decimal places.',
  },
  {
    rule: 'decimal:0,2',
    accepts: ['9', '9.9', 9.25],
    refuses: ['9.999', 9.999],
    text: 'The x field must be a number with 0-2 decimal places.',
  },
  {
    rule: 'multiple_of:0.1',
    accepts: [0.3, 1, 0, -0.7, '0.3'],
    refuses: [0.25, 'a', null, true],
    text: 'The x field must be a multiple of 0.1.',
  },
  {
    rule: 'multiple_of:5',
    accepts: [10, -5, 0],
    refuses: [12, 0.5, null],
    text: 'The x field must be a multiple of 5.',
  },

  {
    rule: 'date',
    accepts: [
      '2024-02-29',
      '2024-02-29T10:00',
      '2024-02-29 10:00:00',
      '2024-02-29T10:00:00.123Z',
      '2024-02-29T10:00:00+02:00',
    ],
    refuses: [
      '2023-02-29',
      '2024-13-01',
      '29.2.2024',
      'tomorrow',
      '2024-02-29T24:00',
      '',
      5,
      null,
      true,
      [],
    ],
    text: 'The x field must be a valid date.',
  },
  {
    rule: 'date_format:d.m.Y',
    accepts: ['29.02.2024'],
    refuses: ['30.02.2024', '2024-02-29', '29.2.2024', '', 5, null],
    text: 'The x field must match the format d.m.Y.',
  },
  {
    rule: 'date_equals:2024-02-29',
    accepts: ['2024-02-29', '2024-02-29T01:00:00+01:00'],
    refuses: ['2024-02-28', 'a', '', 5, null],
    text: 'The x field must be a date equal to 2024-02-29.',
  },
  {
    rule: 'after:now',
    accepts: ['2999-01-01'],
    refuses: ['2000-01-01', 'a', 5, null],
    text: 'The x field must be a date after now.',
  },
  {
    rule: 'after:a',
    siblings: { a: '2024-01-01' },
    accepts: ['2024-01-02'],
    refuses: ['2024-01-01', '2023-12-31'],
    text: 'The x field must be a date after a.',
  },
  {
    rule: 'after_or_equal:today',
    accepts: ['2999-01-01'],
    refuses: ['2000-01-01', 'a', null],
    text: 'The x field must be a date after or equal to today.',
  },
  {
    rule: 'before:tomorrow',
    accepts: ['2000-01-01'],
    refuses: ['2999-01-01', 'a', null],
    text: 'The x field must be a date before tomorrow.',
  },
  {
    rule: 'before_or_equal:2024-02-29',
    accepts: ['2024-02-29', '2000-01-01'],
    refuses: ['2024-03-01', 'a', null],
    text: 'The x field must be a date before or equal to 2024-02-29.',
  },

  {
    rule: 'in:a,b',
    accepts: ['a', 'b'],
    refuses: ['c', 'A', '', 0, null, ['a']],
    text: 'The selected x is invalid.',
  },
  {
    rule: 'in:1,2',
    beside: ['integer'],
    accepts: [1, 2],
    refuses: [3],
    text: 'The selected x is invalid.',
  },
  {
    rule: 'in:a,b',
    beside: ['array'],
    accepts: [[], ['a'], ['b', 'a']],
    refuses: [['a', 'c'], [1]],
    text: 'The selected x is invalid.',
  },
  {
    rule: 'not_in:a,b',
    accepts: ['c', '', 0, ['a'], {}],
    refuses: ['a', 'b', null],
    text: 'The selected x is invalid.',
  },
  {
    rule: 'enum:a,b',
    accepts: ['a', 'b'],
    refuses: ['c', '', null],
    text: 'The selected x is invalid.',
  },
  {
    rule: 'in_array:a',
    siblings: { a: [1, { b: 2, c: 3 }] },
    accepts: [1, { c: 3, b: 2 }],
    refuses: ['1', 2, null],
    text: 'The x field must exist in a.',
  },
  {
    rule: 'distinct',
    accepts: [[], [1, '1', 2], [{ a: 1 }, { a: 2 }]],
    refuses: [
      [1, 1],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    ],
    text: 'The x field has a duplicate value.',
  },
  {
    rule: 'contains:a,b',
    accepts: [['a', 'c', 'b']],
    refuses: [['a'], [], 'ab', null],
    text: 'The x field must contain: a, b.',
  },
  {
    rule: 'doesnt_contain:a,b',
    accepts: [[], ['c']],
    refuses: [['c', 'a'], 'c', null],
    text: 'The x field must not contain: a, b.',
  },
  {
    rule: 'required_array_keys:a,b',
    accepts: [{ a: 1, b: null }],
    refuses: [{ a: 1 }, {}, ['a', 'b'], null],
    text: 'The x field must contain entries for: a, b.',
  },
  {
    rule: 'same:a',
    siblings: { a: 'p' },
    accepts: ['p'],
    refuses: ['q', '', null],
    text: 'The x field must match a.',
  },
  {
    rule: 'different:a',
    siblings: { a: 'p' },
    accepts: ['q', ''],
    refuses: ['p'],
    text: 'The x field and a must be different.',
  },
  {
    rule: 'confirmed',
    siblings: { x_confirmation: 'p' },
    accepts: ['p'],
    refuses: ['q', null],
    text: 'The x field confirmation does not match.',
  },

  {
    rule: 'file',
    accepts: [pngFile, pdfFile, unknownFile],
    refuses: ['a.png', pretended, null],
    text: 'The x field must be a file.',
  },
  {
    rule: 'image',
    accepts: [pngFile],
    refuses: [pdfFile, unknownFile, 'a.png', pretended, null],
    text: 'The x field must be an image.',
  },
  {
    rule: 'mimes:pdf,jpeg',
    accepts: [pdfFile],
    refuses: [pngFile, unknownFile, pretended, 'a.pdf'],
    text: 'The x field must be a file of type: pdf, jpeg.',
  },
  {
    rule: 'mimetypes:image/*',
    accepts: [pngFile],
    refuses: [pdfFile, unknownFile, pretended],
    text: 'The x field must be a file of type: image/*.',
  },
  {
    rule: 'dimensions:min_width=300,max_height=200,ratio=3/2',
    accepts: [pngFile],
    refuses: [pdfFile, pretended],
    text: 'The x field has invalid image dimensions.',
  },
  {
    rule: 'dimensions:width=100',
    accepts: [],
    refuses: [pngFile],
    text: 'The x field has invalid image dimensions.',
  },

  {
    rule: 'unique:users,email',
    accepts: ['free@example.com', ''],
    refuses: ['taken@example.com'],
    text: 'The x has already been taken.',
  },
  {
    rule: 'exists:users,id',
    accepts: [1, '1'],
    refuses: [2, '3', {}, [1], null, 'a\0'],
    text: 'The selected x is invalid.',
  },
  {
    rule: 'current_password',
    accepts: ['secret'],
    refuses: ['Secret', '', 5, null],
    text: 'The password is incorrect.',
  },
];

/** Rules that reject nothing by themselves, and are tested for their effect on others. */
export const rulesWithoutRefusal = [
  ...['nullable', 'sometimes', 'bail'],
  ...['exclude', 'exclude_if', 'exclude_unless', 'exclude_with', 'exclude_without'],
];

/** The cases with a title for `describe.each`. */
export const titled = ruleCases.map((each) => ({
  ...each,
  title: [each.rule, ...(each.beside ?? [])].join('|'),
}));

/** The rules of a case, by field. */
export const rulesOf = ({ rule, beside = [] }: RuleCase) => ({ x: [rule, ...beside] });

/** The fields of a case with this value of `x`. */
export const valuesOf = ({ siblings }: RuleCase, value: unknown) => ({
  ...siblings,
  ...(value !== ABSENT && { x: value }),
});
