import { preferencesOf } from '../../../src/http/requests/preferences.js';

/**
 * Returns the preferences with a name.
 *
 * @param prefer the header, or its lines: servers may join them or not
 */
const read = (prefer: string | readonly string[] | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...preferencesOf({ headers: { prefer } as never })].filter(([name]) => name !== ''),
  );

describe('The preferences of a request (C13, RFC 7240)', () => {
  it.each<readonly [header: string | undefined, preferences: Readonly<Record<string, string>>]>([
    [undefined, {}],
    ['tx=rollback', { tx: 'rollback' }],
    ['tx=rollback, max-affected=5', { tx: 'rollback', 'max-affected': '5' }],
    ['respond-async', { 'respond-async': '' }],
    ['foo=""', { foo: '' }],
    ['foo="bar"', { foo: 'bar' }],
  ])('are read from %j', (header, preferences) => {
    expect(read(header)).toEqual(preferences);
  });

  it.each<readonly [header: string, value: string | undefined]>([
    ['max-affected=1, max-affected=2, max-affected=3', '1'],
    ['max-affected="1", max-affected=2', '1'],
    ['MAX-AFFECTED=1, max-affected=2', '1'],
    ['max-affected, max-affected=2', ''],
    ['wait=9, max-affected=1; a=b, tx=rollback, max-affected=2', '1'],
  ])('are those that come first: %s', (header, value) => {
    expect(read(header)['max-affected']).toBe(value);
  });

  it.each(['Tx=rollback', 'TX=rollback', 'tX = rollback'])(
    'have names in any case: %s',
    (header) => {
      expect(read(header)).toEqual({ tx: 'rollback' });
    },
  );

  it('have values in the case in which they were sent', () => {
    expect(read('tx=ROLLBACK, foo="Bar"')).toEqual({ tx: 'ROLLBACK', foo: 'Bar' });
  });

  it.each([
    'tx =rollback',
    'tx= rollback',
    'tx = rollback',
    '\ttx\t=\trollback\t',
    '  tx="rollback"  ',
    'tx = "rollback" ; a = b',
  ])('may have blanks around their parts: %j', (header) => {
    expect(read(header)).toEqual({ tx: 'rollback' });
  });

  it.each<readonly [header: string, preferences: Readonly<Record<string, string>>]>([
    ['foo; handling=lenient', { foo: '' }],
    ['foo;handling=lenient', { foo: '' }],
    ['foo=bar; handling=lenient; tx=rollback', { foo: 'bar' }],
    ['foo="bar"; tx=rollback', { foo: 'bar' }],
    ['foo; a=b, handling=lenient; tx=rollback', { foo: '', handling: 'lenient' }],
    ['foo=; tx=rollback', { foo: '' }],
  ])('are not their parameters: %s', (header, preferences) => {
    expect(read(header)).toEqual(preferences);
  });

  it.each<readonly [header: string, preferences: Readonly<Record<string, string>>]>([
    ['foo="x,handling=lenient"', { foo: 'x,handling=lenient' }],
    ['foo="x;y", tx=rollback', { foo: 'x;y', tx: 'rollback' }],
    ['foo="x=y"', { foo: 'x=y' }],
    ['foo=bar; baz="a,max-affected=0"', { foo: 'bar' }],
    ['foo=bar; baz="a,max-affected=0", tx=rollback', { foo: 'bar', tx: 'rollback' }],
    ['foo=bar; baz="a;b", tx="rollback"', { foo: 'bar', tx: 'rollback' }],
    ['a="1", b="2", c="3"', { a: '1', b: '2', c: '3' }],
  ])('may contain separators in quotes: %s', (header, preferences) => {
    expect(read(header)).toEqual(preferences);
  });

  it.each<readonly [header: string, preferences: Readonly<Record<string, string>>]>([
    // The last quote opens a string that does not end.
    [String.raw`foo="a\", tx=rollback, b="c"`, {}],
    [String.raw`foo="a\"b", tx=rollback`, { foo: 'a"b', tx: 'rollback' }],
    [String.raw`foo="a\\", tx=rollback`, { foo: 'a\\', tx: 'rollback' }],
    [String.raw`foo="a\\\", tx=rollback"`, { foo: String.raw`a\", tx=rollback` }],
    [String.raw`foo="\a\,"`, { foo: 'a,' }],
    [String.raw`tx="roll\back"`, { tx: 'rollback' }],
  ])('may contain escaped characters in quotes: %s', (header, preferences) => {
    expect(read(header)).toMatchObject(preferences);
    expect(read(header).tx).toBe(preferences.tx);
  });

  it.each([
    'foo="a, tx=rollback',
    'foo="a; tx=rollback',
    'foo=", tx=rollback',
    String.raw`foo="\", tx=rollback`,
  ])('end with quotes that are not closed: %s', (header) => {
    expect(Object.keys(read(header))).toEqual(['foo']);
  });

  it.each(['', ' ', ',', ' , ,', ';', '=', '=rollback', '"', '"tx=rollback"', '"tx"=rollback'])(
    'do not include any that the service knows in %j',
    (header) => {
      const { tx, handling, 'max-affected': count } = read(header);
      expect([tx, handling, count]).toEqual([undefined, undefined, undefined]);
    },
  );

  it('have no value of another one if characters follow their quotes', () => {
    expect(read('tx="x"1, foo="rollback"').tx).not.toBe('rollback');
  });

  it.each<readonly [lines: readonly string[], preferences: Readonly<Record<string, string>>]>([
    [[], {}],
    [['tx=rollback'], { tx: 'rollback' }],
    [['tx=rollback', 'max-affected=5'], { tx: 'rollback', 'max-affected': '5' }],
    [['max-affected=1, foo', 'max-affected=2'], { 'max-affected': '1', foo: '' }],
    [['foo; a=b', 'handling=lenient'], { foo: '', handling: 'lenient' }],
  ])('may be in several lines: %j', (lines, preferences) => {
    expect(read(lines)).toEqual(preferences);
  });

  it.each([
    '"',
    String.raw`\"`,
    String.raw`"\"`,
    String.raw`\\"`,
    '",',
    '";',
    '"=',
    ',',
    ';',
    '=',
    '\\',
  ])('are read from 16 KB of %j', (part) => {
    const header = part.repeat(Math.ceil(16_384 / part.length));
    for (const each of [header, `foo="${header}`, `${header}, tx=rollback`])
      expect(preferencesOf({ headers: { prefer: each } })).toBeInstanceOf(Map);
  });
});
